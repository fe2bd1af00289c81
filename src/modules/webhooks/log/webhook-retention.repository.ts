import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { isUnreadByInbox } from '#schema/inbox.js';
import { DeclaresPartitions, type Partition, type PartitionedTable } from '#core/partitions/partition.hooks.js';

/** Deliveries change until they are finished. */
const STORAGE = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05';

/** `$1` is companies and `$2` positions of their logs: one that the inbox still has to read. */
const UNREAD = {
  text: `SELECT 1 FROM event_positions c JOIN unnest($1::uuid[], $2::bigint[]) AS last (company_id, position)
      ON last.company_id = c.company_id
    WHERE ${isUnreadByInbox('c.company_id', 'last.position')} LIMIT 1`,
};

/** Keeps events and deliveries for `EVENT_RETENTION_DAYS`; what is pending, and its event, for as long as it takes. */
@Injectable()
export class WebhookRetentionRepository {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    const { eventRetentionDays: keepDays } = this.configuration;
    return [
      {
        name: 'webhook_deliveries',
        span: 'day',
        keepDays,
        storage: STORAGE,
        beforeDrop: (partition) => Promise.resolve((tx) => this.isFinished(tx, partition)),
      },
      {
        name: 'events',
        span: 'day',
        // A day longer than finished deliveries: a redelivery needs its event.
        keepDays: keepDays + 1,
        lockFirst: ['webhook_deliveries'],
        beforeDrop: (partition) => this.rememberEvents(partition),
      },
    ];
  }

  private async isFinished(tx: DatabaseContext, { name }: Partition): Promise<boolean> {
    const text = `SELECT 1 FROM ${name} WHERE status = 'pending' LIMIT 1`;
    return (await this.database.row(tx, { text })) === undefined;
  }

  /** Each company remembers how far its events are gone. */
  private async rememberEvents({ name, from, to }: Partition): Promise<(tx: DatabaseContext) => Promise<boolean>> {
    const last = await this.database.rows<{ companyId: string; position: number }>(OWN_WORK_CONTEXT, {
      text: `SELECT company_id AS "companyId", max(position) AS position FROM ${name} GROUP BY company_id`,
    });
    return async (tx) => {
      const pending = {
        text: `SELECT 1 FROM webhook_deliveries
          WHERE status = 'pending' AND event_id < $2 AND ($1::uuid IS NULL OR event_id >= $1) LIMIT 1`,
      };
      if (await this.database.row(tx, pending, [from, to])) return false;
      const columns = [last.map(({ companyId }) => companyId), last.map(({ position }) => position)];
      if (await this.database.row(tx, UNREAD, columns)) return false;
      const text = `UPDATE event_positions c SET dropped = greatest(c.dropped, last.position)
        FROM unnest($1::uuid[], $2::bigint[]) AS last (company_id, position) WHERE c.company_id = last.company_id`;
      await this.database.execute(tx, { text }, columns);
      return true;
    };
  }
}
