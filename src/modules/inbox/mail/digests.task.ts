import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { digestMail, type MailedEntry } from './mail-form.js';
import { MailQueue } from './mail-queue.js';
import { UnmailedEntries } from './unmailed-entries.js';
import { type CompanyTransaction } from './unmailed-entries.repository.js';
import { DigestsRepository, type DueDigest } from './digests.repository.js';

/** Milliseconds between two looks. A digest that was missed comes within 60,000 of a start. */
const INTERVAL = 30_000;
/** A digest is made up for so long. */
const DAY = 86_400_000;

/** Mails once a day what people have not read and no mail has said. */
@Injectable()
export class DigestsTask extends RepeatedTask implements OnApplicationBootstrap {
  constructor(
    private readonly digests: DigestsRepository,
    private readonly database: Database,
    private readonly unmailed: UnmailedEntries,
    private readonly queue: MailQueue,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'Digests cannot be made at the moment' });
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  @Interval(INTERVAL)
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = Date.now();
      const moments = [new Date(now), new Date(now - DAY)].map((moment) => moment.toISOString());
      for (const due of await this.digests.findDigests(moments)) {
        if (this.isStopping) return;
        const { companyId } = due;
        await this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, (tx) => this.mail(tx, due));
      }
    });
  }

  private async mail(tx: CompanyTransaction, { userId, at, day }: DueDigest): Promise<void> {
    const person = await this.unmailed.lockPerson(tx, userId);
    if (!person) return;
    const entries = (await this.unmailed.findEntries(tx, userId)).flatMap((row): MailedEntry[] => {
      const unsaid = row.events.filter(({ isMailed, reason }) => !isMailed && person.choices.mail[reason] !== 'off');
      return unsaid.length > 0 ? [{ row, events: unsaid.reverse() }] : [];
    });
    // What came after the digest's time alone waits for the next one.
    if (!entries.some(({ events }) => events.some((event) => event.at <= at))) {
      await this.digests.seeDigest(tx, userId, at);
      return;
    }
    if (!(await this.digests.takeDay(tx, userId, day))) return;
    const mail = digestMail(entries, this.configuration.publicUrl);
    await this.queue.enqueueDigest(tx, { userId, ...mail, thread: null, unsubscribes: 'all-digests' });
    for (const { row } of entries) await this.unmailed.markMailed(tx, row);
  }
}
