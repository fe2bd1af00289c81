import { Injectable } from '@nestjs/common';
import { Database } from '#core/database/database.js';
import { InboxNews } from '../live/inbox-news.js';
import { EntryWriter } from './entry-writer.js';
import { happeningsOf } from './happenings.js';
import { BATCH, type CompanyTransaction, InboxLog } from './inbox-log.js';
import type { LogRow } from './log-row.js';
import type { Notice } from './notice.js';
import { noticesOf } from './notices.js';
import { People } from './people.js';

/** Makes entries of the log of a company, and remembers in the same transaction how far it has come. */
@Injectable()
export class InboxReader {
  constructor(
    private readonly database: Database,
    private readonly log: InboxLog,
    private readonly people: People,
    private readonly entries: EntryWriter,
    private readonly news: InboxNews,
  ) {}

  /** Reads one batch. Returns whether there may be more. */
  async read(companyId: string): Promise<boolean> {
    const { changed, hasMore } = await this.database.transaction({ share: companyId, companyId }, async (tx) => {
      const position = await this.log.lock(tx);
      if (position === undefined) return { changed: new Map<string, string[]>(), hasMore: false };
      const rows = await this.log.read(tx, position);
      const last = rows.at(-1);
      if (!last) return { changed: new Map<string, string[]>(), hasMore: false };
      const telling = rows.filter((row) => row.data !== null);
      const written = await this.entries.write(tx, await this.noticesOf(tx, telling));
      await this.log.move(tx, last.position);
      return { changed: written, hasMore: rows.length === BATCH };
    });
    this.news.announce(companyId, changed);
    return hasMore;
  }

  private async noticesOf(tx: CompanyTransaction, telling: readonly LogRow[]): Promise<Notice[]> {
    if (telling.length === 0) return [];
    const around = await this.log.findSurroundings(tx, telling);
    const happenings = telling.flatMap((row) =>
      happeningsOf(row, around).map((happening) => ({ happening, facts: row.facts, data: row.data })),
    );
    const all = happenings.map(({ happening }) => happening);
    const userIds = [...new Set(all.flatMap(({ told }) => told.map(({ userId }) => userId)))];
    const projectIds = [...new Set(all.map(({ projectId }) => projectId).filter((id) => id !== null))];
    const people = await this.people.find(tx, userIds, projectIds);
    return happenings.flatMap(({ happening, facts, data }) => {
      const marks = around.marks.get(happening.thing.id) ?? [];
      return noticesOf(happening, facts, people, marks, data.assigneeId);
    });
  }
}
