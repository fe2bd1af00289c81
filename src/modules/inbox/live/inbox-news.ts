import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { Notifications } from '#core/database/pool/notifications.js';
import { Hooks } from '#core/hooks/hooks.js';
import { OnInboxNews } from '../inbox.hooks.js';

/** Where processes hear whose inbox has changed. */
const INBOX_CHANNEL = 'inbox_changed';
/** Pairs of ids; PostgreSQL takes less than 8,000 bytes. */
const MOST_PAIRS = 90;
/** In place of the id of an entry: many have changed. */
const MANY = '*';

const NOTIFY: Statement = {
  name: 'inbox-notify',
  text: `SELECT pg_notify('${INBOX_CHANNEL}', news) FROM unnest($1::text[]) news`,
};

/** Tells every process whose inbox has changed. */
@Injectable()
export class InboxNews implements OnModuleInit {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit(): void {
    this.notifications.subscribe(
      INBOX_CHANNEL,
      (news) => this.hear(news),
      () => this.tell(undefined, undefined, null),
    );
  }

  /** The entries that changed, by user; null where many did. A hint: a process that dies now says nothing. */
  announce(companyId: string, changed: ReadonlyMap<string, readonly string[] | null>): void {
    const pairs = [...changed].flatMap(([userId, ids]) => (ids ?? [MANY]).map((id) => `${userId}/${id}`));
    const news: string[] = [];
    for (let from = 0; from < pairs.length; from += MOST_PAIRS) {
      news.push(`${companyId}:${pairs.slice(from, from + MOST_PAIRS).join()}`);
    }
    if (news.length > 0) this.database.execute(OWN_WORK_CONTEXT, NOTIFY, [news]).catch(() => undefined);
  }

  private hear(news: string): void {
    const [companyId = '', pairs = ''] = news.split(':');
    for (const pair of pairs.split(',')) {
      const [userId = '', id = MANY] = pair.split('/');
      this.tell(companyId, userId, id === MANY ? null : id);
    }
  }

  private tell(companyId: string | undefined, userId: string | undefined, entryId: string | null): void {
    for (const listener of this.hooks.listeners(OnInboxNews)) listener(companyId, userId, entryId);
  }
}
