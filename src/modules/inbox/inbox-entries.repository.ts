import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { type Order, orderBy } from '#core/database/lists/keyset.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type EntryRow, IS_OPEN, SELECT_ENTRIES, toEntry } from './entry-rows.repository.js';
import {
  type ChangeInbox,
  InboxCountResponse,
  InboxEntryResponse,
  type InboxQuery,
  type InboxState,
} from './inbox.dto.js';

const ORDER: Order = {
  direction: 'DESC',
  keys: [
    { sql: 'e.updated_at', type: 'timestamptz' },
    { sql: 'e.id', type: 'uuid' },
  ],
};

const STATES: Record<InboxState, string> = {
  open: IS_OPEN,
  unread: `${IS_OPEN} AND e.unread`,
  snoozed: 'NOT e.done AND e.snoozed_until IS NOT NULL',
  done: 'e.done',
};

/** What an entry no longer needs once it is read: its mails. */
const READ = 'unread = false, was_read = true, soon_at = NULL, for_digest = false';

export const CHANGES = {
  read: { set: READ, condition: `${IS_OPEN} AND e.unread` },
  done: { set: `done = true, done_at = now(), ${READ}`, condition: IS_OPEN },
} as const;

/** What is undefined stays. */
interface EntryChange {
  readonly isDone: boolean | undefined;
  readonly unread: boolean | undefined;
  /** Whether it is snoozed until `until` then, or no longer. */
  readonly isMoved: boolean;
  readonly until: string | null;
}

/** The caller's entries, as far as they reach what they are about. */
@Injectable()
export class InboxEntriesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  listEntries(context: RequestContext, query: InboxQuery): Promise<List<InboxEntryResponse>> {
    const { state, reason, projectId } = query;
    const conditions = this.narrowed(context, { reasons: reason, projectId });
    if (state) conditions.add(STATES[state]);
    const select = (column?: string, condition = 'TRUE') => {
      const columns = column === undefined ? SELECT_ENTRIES.columns : `${SELECT_ENTRIES.columns}, ${column}`;
      return `SELECT ${columns} FROM ${SELECT_ENTRIES.from} WHERE ${conditions.where} AND ${condition}`;
    };
    return this.lists.find<EntryRow, InboxEntryResponse>(context, query, {
      select: select(),
      values: conditions.values,
      orderBy: orderBy(ORDER),
      keyset: { order: ORDER, filter: { inbox: context.userId, state, reason, projectId }, select },
      toItem: toEntry,
    });
  }

  countOpen(context: RequestContext): Promise<InboxCountResponse | undefined> {
    const { where, values } = this.visible(context).add(IS_OPEN);
    const text = `SELECT count(*) FILTER (WHERE e.unread) AS unread, count(*) AS open FROM inbox_entries e WHERE ${where}`;
    return this.database.row<InboxCountResponse>(context, { text }, values);
  }

  findByIds(context: RequestContext, ids: readonly string[]): Promise<EntryRow[]> {
    const conditions = this.visible(context);
    conditions.add(`e.id = ANY (${conditions.parameter(ids)}::uuid[])`);
    const text = `SELECT ${SELECT_ENTRIES.columns} FROM ${SELECT_ENTRIES.from} WHERE ${conditions.where}
      ORDER BY ${orderBy(ORDER)}`;
    return this.database.rows<EntryRow>(context, { text }, conditions.values);
  }

  async updateEntry(
    tx: TransactionContext,
    id: string,
    { isDone, unread, isMoved, until }: EntryChange,
  ): Promise<void> {
    const text = `WITH clock AS (SELECT now() AS at)
        UPDATE inbox_entries SET done = coalesce($3, done), unread = coalesce($4, unread),
          snoozed_until = CASE WHEN $5 THEN $6::timestamptz ELSE snoozed_until END,
          done_at = CASE WHEN $3 = false THEN NULL WHEN $3 AND NOT done THEN clock.at ELSE done_at END,
          was_read = was_read OR $4 IS NOT DISTINCT FROM false,
          soon_at = CASE WHEN $4 = false THEN NULL ELSE soon_at END,
          for_digest = for_digest AND $4 IS DISTINCT FROM false
        FROM clock WHERE company_id = $1 AND id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, id, isDone ?? null, unread ?? null, isMoved, until]);
  }

  /** How many entries changed. */
  changeOpen(
    tx: TransactionContext,
    { before, reason, projectId }: ChangeInbox,
    becomes: keyof typeof CHANGES,
  ): Promise<number> {
    const { set, condition } = CHANGES[becomes];
    const conditions = this.narrowed(tx, { reasons: reason && [reason], projectId }).add(condition);
    conditions.add(`e.updated_at <= ${conditions.parameter(before)}::timestamptz`);
    const text = `UPDATE inbox_entries c SET ${set} FROM (
          SELECT e.id FROM inbox_entries e WHERE ${conditions.where} ORDER BY e.id FOR NO KEY UPDATE) e
        WHERE c.company_id = $1 AND c.id = e.id`;
    return this.database.execute(tx, { text }, conditions.values);
  }

  async lockEntry(tx: TransactionContext, id: string): Promise<void> {
    const text = 'SELECT 1 FROM inbox_entries WHERE company_id = $1 AND user_id = $2 AND id = $3 FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [tx.companyId, tx.userId, id]);
  }

  private narrowed(
    context: RequestContext,
    { reasons, projectId }: { reasons: readonly string[] | undefined; projectId: string | undefined },
  ): Conditions {
    const conditions = this.visible(context).equals('e.project_id', 'uuid', projectId);
    return reasons ? conditions.add(`e.reasons && ${conditions.parameter(reasons)}::text[]`) : conditions;
  }

  private visible(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('e.company_id = $1 AND e.user_id = $2')
      .add(`(e.project_id IS NULL OR ${this.access.conditionOnMany(context, 'e.project_id')})`);
  }
}
