/**
 * Of the new rows `events` of a company, the deliveries to the webhooks that subscribe as the statement begins: a part of
 * the very statement that writes them, so that what is committed has its deliveries, and a later webhook gets none of it.
 */
export function fanOut(events: string, companyId: string): string {
  return `INSERT INTO webhook_deliveries
      (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
    SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
    FROM ${events} e JOIN webhooks w ON w.company_id = ${companyId}
    WHERE w.active AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
      AND (w.project_id IS NULL OR w.project_id = e.project_id)`;
}
