import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';

/** Where processes hear whose inbox has changed. */
export const INBOX_CHANNEL = 'inbox_changed';

const NOTIFY: Statement = {
  name: 'inbox-notify',
  text: `SELECT pg_notify('${INBOX_CHANNEL}', news) FROM unnest($1::text[]) news`,
};

/** The channel where processes hear whose inbox has changed. */
@Injectable()
export class InboxNewsRepository {
  constructor(private readonly database: Database) {}

  async notifyNews(news: readonly string[]): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, NOTIFY, [news]);
  }
}
