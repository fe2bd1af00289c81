import { BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { OWN_WORK } from '../concurrency-limits/concurrency-limit.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { Database } from '../database/database.js';
import { lowestUuidAt } from '../partitions/spans.js';
import type { AuditRecord } from './audit-entry.js';
import { AuditLog } from './audit-log.js';

const FLUSH_INTERVAL = 1_000;
/** Entries of one user, action and hour. */
const MOST_AN_HOUR = 100;
const HOUR = 3_600_000;
/** Notes of a process that wait; more are dropped: someone floods it. */
const MOST_WAITING = 10_000;

/** What was refused, by whom or to whom. */
interface Note {
  readonly context: RequestContext;
  readonly userId: string;
  readonly record: AuditRecord;
}

/** Refusals: they have no transaction, so they wait in memory and are written together. */
@Injectable()
export class AuditNotes implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AuditNotes.name);
  private waiting: Note[] = [];
  private flushed = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** Takes a note of what was refused to a user. At most 100 of them an hour are written. */
  add(context: RequestContext, userId: string, record: AuditRecord): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push({ context, userId, record });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Resolves when all that waits now is written, by this call or by one before it. */
  @Interval(FLUSH_INTERVAL)
  flush(): Promise<void> {
    this.flushed = this.flushed.then(() => this.writeWaiting());
    return this.flushed;
  }

  private async writeWaiting(): Promise<void> {
    const notes = this.waiting;
    this.waiting = [];
    const groups = Map.groupBy(notes, ({ context, userId, record }) =>
      [context.companyId, userId, record.action].join(),
    );
    for (const group of groups.values()) {
      try {
        await this.write(group as [Note, ...Note[]]);
      } catch (error) {
        this.logger.warn(`Refusals are missing in the audit log: ${(error as Error).message}`);
      }
    }
  }

  private async write(notes: readonly [Note, ...Note[]]): Promise<void> {
    const [{ context, userId, record }] = notes;
    const { signal: _signal, ...rest } = context;
    await this.database.transaction({ ...rest, share: OWN_WORK }, async (tx) => {
      const lock = 'SELECT FROM audit_heads WHERE company_id = $1 FOR NO KEY UPDATE';
      await this.database.execute(tx, { text: lock }, [tx.companyId]);
      const text = `SELECT count(*) FROM audit_entries
        WHERE company_id = $1 AND action = $2 AND (actor_id = $3 OR target_id = $3) AND id >= $4`;
      const since = lowestUuidAt(Date.now() - HOUR);
      const row = await this.database.row<{ count: number }>(tx, { text }, [
        tx.companyId,
        record.action,
        userId,
        since,
      ]);
      const room = Math.max(0, MOST_AN_HOUR - (row?.count ?? 0));
      for (const note of notes.slice(0, room)) {
        await this.audit.record({ ...note.context, transaction: tx.transaction }, note.record);
      }
    });
  }
}
