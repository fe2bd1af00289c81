import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { InboxNews } from './live/inbox-news.js';
import { InboxUpkeepRepository, DUE_TO_WAKE } from './inbox-upkeep.repository.js';

/** Brings snoozed entries back, unread and at the top. */
@Injectable()
export class SnoozeTask extends RepeatedTask {
  constructor(
    private readonly entries: InboxUpkeepRepository,
    private readonly news: InboxNews,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Snoozed entries stay for now' });
  }

  @WhenDue({ role: 'worker', companies: DUE_TO_WAKE })
  async run(): Promise<void> {
    await this.alone(async () => {
      const woken = await this.entries.wakeEntries();
      for (const { companyId, userId, id } of woken) this.news.announceEntries(companyId, new Map([[userId, [id]]]));
    });
  }
}
