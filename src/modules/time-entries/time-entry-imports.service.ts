import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Hours that were logged elsewhere. */
export interface ImportedTime {
  readonly taskId: string;
  readonly userId: string;
  readonly hours: number;
  readonly note: string | null;
  readonly spentOn: string;
  /** Now, where it is not known. */
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
}

/** Time entries that come in from elsewhere. The task's logged hours count them already. */
@Injectable()
export class TimeEntryImports {
  constructor(private readonly database: Database) {}

  /** Stores new entries; their ids, in their order. */
  async create(tx: TransactionContext, entries: readonly ImportedTime[]): Promise<string[]> {
    const ids = entries.map(() => uuidv7());
    if (entries.length === 0) return ids;
    const text = `INSERT INTO time_entries (company_id, id, task_id, user_id, hours, note, spent_on, created_at, updated_at)
      SELECT $1, n.id, n.task_id, n.user_id, n.hours, n.note, n.spent_on, coalesce(n.created_at, now()), coalesce(n.updated_at, now())
      FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
        n (id, task_id, user_id, hours, note, spent_on, created_at, updated_at)`;
    await this.database.execute(tx, { text }, [
      tx.companyId,
      ids,
      entries.map(({ taskId }) => taskId),
      entries.map(({ userId }) => userId),
      entries.map(({ hours }) => hours),
      entries.map(({ note }) => note),
      entries.map(({ spentOn }) => spentOn),
      entries.map(({ createdAt }) => createdAt ?? null),
      entries.map(({ updatedAt }) => updatedAt ?? null),
    ]);
    return ids;
  }
}
