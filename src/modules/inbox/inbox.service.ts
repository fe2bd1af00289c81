import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { type Order, orderBy } from '#core/database/lists/keyset.js';
import { Lists } from '#core/database/lists/lists.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type EntryRow, IS_OPEN, SELECT_ENTRIES, toEntry } from './entry-rows.js';
import {
  ChangedInboxResponse,
  type ChangeInbox,
  InboxCountResponse,
  InboxEntryResponse,
  type InboxQuery,
  type InboxState,
  type UpdateInboxEntry,
} from './inbox.dto.js';
import { InboxNews } from './live/inbox-news.js';

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

/** The caller's inbox. What they do not reach is hidden, and comes back with the reach. */
@Injectable()
export class InboxService {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
    private readonly news: InboxNews,
  ) {}

  /** The newest first. */
  findAll(context: RequestContext, query: InboxQuery): Promise<List<InboxEntryResponse>> {
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

  /** Of open entries. */
  async count(context: RequestContext): Promise<InboxCountResponse> {
    const { where, values } = this.visible(context).add(IS_OPEN);
    const text = `SELECT count(*) FILTER (WHERE e.unread) AS unread, count(*) AS open FROM inbox_entries e WHERE ${where}`;
    const found = await this.database.row<InboxCountResponse>(context, { text }, values);
    return found ?? { unread: 0, open: 0 };
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<InboxEntryResponse> {
    const [entry] = await this.findSome(context, [id]);
    if (!entry) throw new NotFoundError('Entry');
    return entry;
  }

  /** Those of the entries that the caller reaches, the newest first. */
  async findSome(context: RequestContext, ids: readonly string[]): Promise<InboxEntryResponse[]> {
    const conditions = this.visible(context);
    conditions.add(`e.id = ANY (${conditions.parameter(ids)}::uuid[])`);
    const text = `SELECT ${SELECT_ENTRIES.columns} FROM ${SELECT_ENTRIES.from} WHERE ${conditions.where}
      ORDER BY ${orderBy(ORDER)}`;
    return (await this.database.rows<EntryRow>(context, { text }, conditions.values)).map(toEntry);
  }

  /** @throws NotFoundError, ValidationError of a moment in the past */
  update(context: RequestContext, id: string, input: UpdateInboxEntry): Promise<InboxEntryResponse> {
    const { snoozedUntil, done } = input;
    if (snoozedUntil && snoozedUntil <= new Date().toISOString()) {
      throw new ValidationError({ snoozedUntil: 'Must be in the future' });
    }
    return this.outbox.commit(context, async (tx) => {
      await this.lock(tx, id);
      tx.precondition?.see(await this.findOne(tx, id));
      const isDone = done ?? (snoozedUntil ? false : undefined);
      const unread = done === true ? false : input.unread;
      const text = `WITH clock AS (SELECT now() AS at)
        UPDATE inbox_entries SET done = coalesce($3, done), unread = coalesce($4, unread),
          snoozed_until = CASE WHEN $5 THEN $6::timestamptz ELSE snoozed_until END,
          done_at = CASE WHEN $3 = false THEN NULL WHEN $3 AND NOT done THEN clock.at ELSE done_at END,
          was_read = was_read OR $4 IS NOT DISTINCT FROM false,
          soon_at = CASE WHEN $4 = false THEN NULL ELSE soon_at END,
          for_digest = for_digest AND $4 IS DISTINCT FROM false
        FROM clock WHERE company_id = $1 AND id = $2`;
      const isMoved = snoozedUntil !== undefined || done === true;
      const until = done === true ? null : (snoozedUntil ?? null);
      await this.database.execute(tx, { text }, [tx.companyId, id, isDone ?? null, unread ?? null, isMoved, until]);
      this.announce(tx, [id]);
      return unannounced(await this.findOne(tx, id));
    });
  }

  /** Reads the open entries of which nothing has happened since. */
  readAll(context: RequestContext, input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.changeAll(context, input, { set: READ, condition: `${IS_OPEN} AND e.unread` });
  }

  /** Is done with the open entries of which nothing has happened since. */
  doneAll(context: RequestContext, input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.changeAll(context, input, { set: `done = true, done_at = now(), ${READ}`, condition: IS_OPEN });
  }

  private changeAll(
    context: RequestContext,
    { before, reason, projectId }: ChangeInbox,
    { set, condition }: { set: string; condition: string },
  ): Promise<ChangedInboxResponse> {
    return this.outbox.commit(context, async (tx) => {
      if (projectId) await this.access.get(tx, projectId);
      const conditions = this.narrowed(tx, { reasons: reason && [reason], projectId }).add(condition);
      conditions.add(`e.updated_at <= ${conditions.parameter(before)}::timestamptz`);
      const text = `UPDATE inbox_entries c SET ${set} FROM (
          SELECT e.id FROM inbox_entries e WHERE ${conditions.where} ORDER BY e.id FOR NO KEY UPDATE) e
        WHERE c.company_id = $1 AND c.id = e.id`;
      const changed = await this.database.execute(tx, { text }, conditions.values);
      if (changed > 0) this.announce(tx, null);
      return unannounced({ changed });
    });
  }

  private announce(tx: TransactionContext, ids: readonly string[] | null): void {
    tx.transaction.afterCommit.push(() => this.news.announce(tx.companyId, new Map([[tx.userId, ids]])));
  }

  private async lock(tx: TransactionContext, id: string): Promise<void> {
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
    return new Conditions(this.access.parameters(context))
      .add('e.company_id = $1 AND e.user_id = $2')
      .add(`(e.project_id IS NULL OR ${this.access.conditionOnMany(context, 'e.project_id')})`);
  }
}
