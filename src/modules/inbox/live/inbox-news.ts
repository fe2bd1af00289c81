import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '#core/database/pool/notifications.js';
import { Hooks } from '#core/hooks/hooks.js';
import { OnInboxNews } from '../inbox.hooks.js';
import { InboxNewsRepository, INBOX_CHANNEL } from './inbox-news.repository.js';

/** Pairs of ids; PostgreSQL takes less than 8,000 bytes. */
const MOST_PAIRS = 90;
/** In place of the id of an entry: many have changed. */
const MANY = '*';

/** Tells every process whose inbox has changed. */
@Injectable()
export class InboxNews implements OnModuleInit {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly channel: InboxNewsRepository,
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
  announceEntries(companyId: string, changed: ReadonlyMap<string, readonly string[] | null>): void {
    const pairs = [...changed].flatMap(([userId, ids]) => (ids ?? [MANY]).map((id) => `${userId}/${id}`));
    const news: string[] = [];
    for (let from = 0; from < pairs.length; from += MOST_PAIRS) {
      news.push(`${companyId}:${pairs.slice(from, from + MOST_PAIRS).join()}`);
    }
    if (news.length > 0) this.channel.notifyNews(news).catch(() => undefined);
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
