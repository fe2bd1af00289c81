import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { userReference } from '#schema/users.js';
import { TimeEntryResponse } from './time-entry.dto.js';

const SELECT_TIME_ENTRIES = `SELECT e.id, e.task_id AS "taskId", e.user_id AS "userId",
    ${userReference('u')} AS "user", e.colleague_id AS "colleagueId", e.hours, e.note, e.spent_on AS "spentOn",
    e.created_at AS "createdAt", e.updated_at AS "updatedAt"
  FROM time_entries e JOIN users u ON u.company_id = e.company_id AND u.id = e.user_id`;

/** Hours that were logged elsewhere. */
export interface ImportedTime {
  readonly taskId: string;
  readonly userId: string;
  /** Null of a person's. */
  readonly colleagueId: string | null;
  readonly hours: number;
  readonly note: string | null;
  readonly spentOn: string;
  /** Now, where it is not known. */
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
}

/** Time entries as they are shown, and those that come in from elsewhere. */
@Injectable()
export class TimeEntriesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TimeEntryResponse>> {
    return this.lists.find<TimeEntryResponse>(context, query, {
      select: `${SELECT_TIME_ENTRIES} WHERE e.company_id = $1 AND e.task_id = $2`,
      values: [context.companyId, taskId],
      orderBy: 'e.created_at, e.id',
    });
  }

  async getOne(tx: TransactionContext, id: string): Promise<TimeEntryResponse> {
    const text = `${SELECT_TIME_ENTRIES} WHERE e.company_id = $1 AND e.id = $2`;
    return (await this.database.row(tx, { text }, [tx.companyId, id])) as TimeEntryResponse;
  }

  async insertAll(tx: TransactionContext, ids: readonly string[], entries: readonly ImportedTime[]): Promise<void> {
    const text = `INSERT INTO time_entries (company_id, id, task_id, user_id, colleague_id, hours, note, spent_on, created_at, updated_at)
      SELECT $1, n.id, n.task_id, n.user_id, n.colleague_id, n.hours, n.note, n.spent_on,
        coalesce(n.created_at, now()), coalesce(n.updated_at, now())
      FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::numeric[], $7::text[], $8::timestamptz[], $9::timestamptz[],
        $10::timestamptz[]) n (id, task_id, user_id, colleague_id, hours, note, spent_on, created_at, updated_at)`;
    await this.database.execute(tx, { text }, [
      tx.companyId,
      ids,
      entries.map(({ taskId }) => taskId),
      entries.map(({ userId }) => userId),
      entries.map(({ colleagueId }) => colleagueId),
      entries.map(({ hours }) => hours),
      entries.map(({ note }) => note),
      entries.map(({ spentOn }) => spentOn),
      entries.map(({ createdAt }) => createdAt ?? null),
      entries.map(({ updatedAt }) => updatedAt ?? null),
    ]);
  }
}
