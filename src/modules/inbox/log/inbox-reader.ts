import { Injectable } from '@nestjs/common';
import { Database } from '#core/database/database.js';
import { InboxNews } from '../live/inbox-news.js';
import { EntryWriter } from './entry-writer.js';
import { happeningsOf } from './happenings.js';
import { BATCH, type CompanyTransaction, InboxLogRepository, type LogLease } from './inbox-log.repository.js';
import type { LogRow } from './log-row.js';
import type { Notice } from './notice.js';
import { movedTasks } from './moved-tasks.js';
import { noticesOf } from './notices.js';
import { People } from './people.js';

/** Makes entries of the log of a company, and remembers in the same transaction how far it has come. */
@Injectable()
export class InboxReader {
  constructor(
    private readonly database: Database,
    private readonly log: InboxLogRepository,
    private readonly people: People,
    private readonly entries: EntryWriter,
    private readonly news: InboxNews,
  ) {}

  /** Reads one batch. Returns whether there may be more, and whether the lease goes on for that, as `mayGoOn` says. */
  async readBatch(lease: LogLease, mayGoOn: () => boolean): Promise<{ hasMore: boolean; goesOn: boolean }> {
    const { companyId } = lease;
    const result = await this.database.transaction({ share: companyId, companyId }, async (tx) => {
      const place = await this.log.lockPlace(tx, lease);
      const most = place.singleReads > 0 ? 1 : BATCH;
      const rows = await this.log.readRows(tx, place.position, most);
      const telling = rows.filter((row) => row.data !== null);
      const notices = await this.noticesOf(tx, telling);
      const changed = rows.length > 0 ? await this.entries.writeEntries(tx, notices) : new Map<string, string[]>();
      await this.entries.moveEntries(tx, movedTasks(telling));
      const hasMore = rows.length === most;
      const goesOn = hasMore && mayGoOn();
      await this.log.movePlace(tx, place, rows.at(-1)?.position ?? place.position, goesOn ? lease : undefined);
      return { changed, hasMore, goesOn };
    });
    this.news.announceEntries(companyId, result.changed);
    return result;
  }

  /** Leaves out the next row, which has ended a process again and again. Returns its position. */
  async skipRow(lease: LogLease): Promise<number | undefined> {
    const { companyId } = lease;
    return this.database.transaction({ share: companyId, companyId }, async (tx) => {
      const place = await this.log.lockPlace(tx, lease);
      const [row] = await this.log.readRows(tx, place.position, 1);
      await this.log.movePlace(tx, place, row?.position ?? place.position, undefined);
      return row?.position;
    });
  }

  private async noticesOf(tx: CompanyTransaction, telling: readonly LogRow[]): Promise<Notice[]> {
    if (telling.length === 0) return [];
    const around = await this.log.findSurroundings(tx, telling);
    const happenings = telling.flatMap((row) =>
      happeningsOf(row, around).map((happening) => ({ happening, facts: row.facts, data: row.data })),
    );
    const all = happenings.map(({ happening }) => happening);
    const userIds = [...new Set(all.flatMap(({ told }) => told.map(({ userId }) => userId)))];
    const projectIds = all.flatMap(({ projectId, taskProjects }) => [projectId, ...Object.values(taskProjects ?? {})]);
    const distinct = [...new Set(projectIds.filter((id) => id !== null))];
    const people = await this.people.findPeople(tx, userIds, distinct);
    return happenings.flatMap(({ happening, facts, data }) => {
      const marks = around.marks.get(happening.thing.id) ?? [];
      return noticesOf(happening, facts, people, marks, data.assigneeId);
    });
  }
}
