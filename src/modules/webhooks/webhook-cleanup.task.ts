import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration } from '../../config/configuration.js';
import { OWN_WORK_CONTEXT } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';

/** Rows at once, so that no lock is held for long. */
const BATCH = 5_000;

const OLD_DELIVERIES = `SELECT company_id, id FROM webhook_deliveries
  WHERE status <> 'pending' AND created_at < now() - make_interval(days => $1) LIMIT ${BATCH}`;

/** A day older than any delivery that is finished and kept, which a redelivery could need. */
const OLD_EVENTS = `SELECT company_id, id FROM events e
  WHERE occurred_at < now() - make_interval(days => $1 + 1) AND NOT EXISTS (
    SELECT FROM webhook_deliveries d WHERE d.status = 'pending' AND d.company_id = e.company_id AND d.event_id = e.id
  ) LIMIT ${BATCH}`;

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
      await this.deleteAll('webhook_deliveries', OLD_DELIVERIES);
      await this.deleteAll('events', OLD_EVENTS);
    } catch (error) {
      this.logger.warn(`Old events are not cleared away: ${(error as Error).message}`);
    }
  }

  private async deleteAll(table: string, selectOld: string): Promise<void> {
    const text = `DELETE FROM ${table} WHERE (company_id, id) IN (${selectOld})`;
    let count = BATCH;
    while (count === BATCH)
      count = await this.database.execute(OWN_WORK_CONTEXT, { text }, [this.configuration.eventRetentionDays]);
  }
}
