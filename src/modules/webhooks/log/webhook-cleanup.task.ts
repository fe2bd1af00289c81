import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '../../../config/configuration.js';
import { OWN_WORK_CONTEXT } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';

/** Rows at once, so that no lock is held for long. */
const BATCH = 5_000;

const OLD_DELIVERIES = `gone AS (DELETE FROM webhook_deliveries WHERE (company_id, id) IN (
    SELECT company_id, id FROM webhook_deliveries
    WHERE status <> 'pending' AND created_at < now() - make_interval(days => $1) LIMIT ${BATCH}
  ) RETURNING 1)`;

/**
 * A day older than any delivery that is finished and kept, which a redelivery could need. Each company remembers how far
 * its events are gone (extensions 2.2).
 */
const OLD_EVENTS = `gone AS (DELETE FROM events WHERE (company_id, id) IN (
    SELECT company_id, id FROM events e
    WHERE occurred_at < now() - make_interval(days => $1 + 1) AND NOT EXISTS (
      SELECT FROM webhook_deliveries d WHERE d.status = 'pending' AND d.company_id = e.company_id AND d.event_id = e.id
    ) LIMIT ${BATCH}
  ) RETURNING company_id, position), remembered AS (
    UPDATE event_positions c SET dropped = greatest(c.dropped, last.position)
    FROM (SELECT company_id, max(position) AS position FROM gone GROUP BY company_id) last
    WHERE c.company_id = last.company_id)`;

/** Clears finished deliveries away, and events, once they are older than `EVENT_RETENTION_DAYS`. */
@Injectable()
export class WebhookCleanupTask {
  private readonly logger = new Logger(WebhookCleanupTask.name);

  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async run(): Promise<void> {
    if (!this.configuration.processRoles.has('scheduler')) return;
    try {
      await this.deleteAll(OLD_DELIVERIES);
      await this.deleteAll(OLD_EVENTS);
    } catch (error) {
      this.logger.warn(`Old events are not cleared away: ${(error as Error).message}`);
    }
  }

  private async deleteAll(gone: string): Promise<void> {
    const text = `WITH ${gone} SELECT count(*) AS count FROM gone`;
    let count = BATCH;
    while (count === BATCH) {
      const values = [this.configuration.eventRetentionDays];
      count = (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }, values))?.count ?? 0;
    }
  }
}
