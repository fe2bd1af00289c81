import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { InboxNews } from './live/inbox-news.js';

const WAKE: Statement = {
  name: 'inbox-wake',
  text: `UPDATE inbox_entries SET unread = true, updated_at = greatest(updated_at, snoozed_until), snoozed_until = NULL
    WHERE snoozed_until <= now() RETURNING company_id AS "companyId", user_id AS "userId", id`,
};

/** Brings snoozed entries back, unread and at the top. */
@Injectable()
export class SnoozeTask extends RepeatedTask {
  constructor(
    private readonly database: Database,
    private readonly news: InboxNews,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Snoozed entries stay for now' });
  }

  @WhenDue({ role: 'worker', companies: 'SELECT company_id FROM inbox_entries WHERE snoozed_until <= now()' })
  async run(): Promise<void> {
    await this.alone(async () => {
      const woken = await this.database.rows<{ companyId: string; userId: string; id: string }>(OWN_WORK_CONTEXT, WAKE);
      for (const { companyId, userId, id } of woken) this.news.announce(companyId, new Map([[userId, [id]]]));
    });
  }
}
