import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { toEntry } from './entry-rows.repository.js';
import {
  ChangedInboxResponse,
  type ChangeInbox,
  InboxCountResponse,
  InboxEntryResponse,
  type InboxQuery,
  type UpdateInboxEntry,
} from './inbox.dto.js';
import { InboxNews } from './live/inbox-news.js';
import { InboxEntriesRepository, CHANGES } from './inbox-entries.repository.js';

/** The caller's inbox. What they do not reach is hidden, and comes back with the reach. */
@Injectable()
export class InboxService {
  constructor(
    private readonly entries: InboxEntriesRepository,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
    private readonly news: InboxNews,
  ) {}

  /** The newest first. */
  findAll(context: RequestContext, query: InboxQuery): Promise<List<InboxEntryResponse>> {
    return this.entries.listEntries(context, query);
  }

  /** Of open entries. */
  async countOpen(context: RequestContext): Promise<InboxCountResponse> {
    return (await this.entries.countOpen(context)) ?? { unread: 0, open: 0 };
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<InboxEntryResponse> {
    const [entry] = await this.findSome(context, [id]);
    if (!entry) throw new NotFoundError('Entry');
    return entry;
  }

  /** Those of the entries that the caller reaches, the newest first. */
  async findSome(context: RequestContext, ids: readonly string[]): Promise<InboxEntryResponse[]> {
    return (await this.entries.findByIds(context, ids)).map(toEntry);
  }

  /** @throws NotFoundError, ValidationError of a moment in the past */
  update(context: RequestContext, id: string, input: UpdateInboxEntry): Promise<InboxEntryResponse> {
    const { snoozedUntil, done } = input;
    if (snoozedUntil && snoozedUntil <= new Date().toISOString()) {
      throw new ValidationError({ snoozedUntil: 'Must be in the future' });
    }
    return this.outbox.commit(context, async (tx) => {
      await this.entries.lockEntry(tx, id);
      tx.precondition?.see(await this.findOne(tx, id));
      const isDone = done ?? (snoozedUntil ? false : undefined);
      const unread = done === true ? false : input.unread;
      const isMoved = snoozedUntil !== undefined || done === true;
      const until = done === true ? null : (snoozedUntil ?? null);
      await this.entries.updateEntry(tx, id, { isDone, unread, isMoved, until });
      this.announce(tx, [id]);
      return unannounced(await this.findOne(tx, id));
    });
  }

  /** Reads the open entries of which nothing has happened since. */
  readAll(context: RequestContext, input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.changeAll(context, input, 'read');
  }

  /** Is done with the open entries of which nothing has happened since. */
  doneAll(context: RequestContext, input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.changeAll(context, input, 'done');
  }

  private changeAll(
    context: RequestContext,
    input: ChangeInbox,
    becomes: keyof typeof CHANGES,
  ): Promise<ChangedInboxResponse> {
    return this.outbox.commit(context, async (tx) => {
      if (input.projectId) await this.access.getProject(tx, input.projectId);
      const changed = await this.entries.changeOpen(tx, input, becomes);
      if (changed > 0) this.announce(tx, null);
      return unannounced({ changed });
    });
  }

  private announce(tx: TransactionContext, ids: readonly string[] | null): void {
    tx.transaction.afterCommit.push(() => this.news.announceEntries(tx.companyId, new Map([[tx.userId, ids]])));
  }
}
