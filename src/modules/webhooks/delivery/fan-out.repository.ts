import { isPublicEvent } from '#core/events/inbox-notice.js';
import { isSentEvent } from '#modules/event-types/event-types.service.js';

/**
 * SQL that inserts the deliveries of new events, the rows `events` of a company, for the webhooks that subscribe when
 * the statement begins and whose filter lets them through. It is part of the statement that writes the events: every committed event has its deliveries,
 * and a later webhook gets none.
 */
export function fanOut(events: string, companyId: string): string {
  return `INSERT INTO webhook_deliveries
      (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
    SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
    FROM ${events} e JOIN webhooks w ON w.company_id = ${companyId}
    WHERE w.active AND e.is_undelivered IS NOT TRUE AND ${isPublicEvent('e')} AND ${isSentEvent('e')}
      AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
      AND (w.project_id IS NULL OR w.project_id = e.project_id OR w.project_id = e.former_project_id)
      AND (e.not_for IS NULL OR w.id <> ALL (e.not_for))`;
}
