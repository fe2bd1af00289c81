import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import type { EntryRow } from '../entry-rows.repository.js';
import { soonMail } from './mail-form.js';
import { MailQueue } from './mail-queue.js';
import { quietUntil } from './quiet-hours.js';
import { type MailedPerson, UnmailedEntries } from './unmailed-entries.js';
import { type CompanyTransaction, UnmailedEntriesRepository, SOON_DUE } from './unmailed-entries.repository.js';

/** Has people mailed what nobody else tells them in time: what concerns them and is still unread. */
@Injectable()
export class SoonMailsTask extends RepeatedTask {
  constructor(
    private readonly entries: UnmailedEntriesRepository,
    private readonly database: Database,
    private readonly unmailed: UnmailedEntries,
    private readonly queue: MailQueue,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'The inbox cannot be mailed at the moment' });
  }

  @WhenDue({ role: 'worker', companies: SOON_DUE })
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = new Date();
      const due = await this.entries.findSoonDue(now);
      for (const { companyId, userId } of due) {
        if (this.isStopping) return;
        await this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, (tx) => this.mail(tx, userId, now));
      }
    });
  }

  private async mail(tx: CompanyTransaction, userId: string, now: Date): Promise<void> {
    const person = await this.unmailed.lockPerson(tx, userId);
    const rows = await this.unmailed.findEntries(tx, userId);
    const due = rows.filter(({ soonAt }) => soonAt !== null && soonAt <= now.toISOString());
    const until = person && quietUntil(person.choices.quiet, person.timezone, now);
    const reached = new Set(due.map(({ id }) => id));
    await this.entries.leaveToDigest(tx, userId, now, [...reached]);
    for (const row of due.reverse()) {
      if (until) await this.unmailed.putOff(tx, row, { soonAt: until.toISOString(), forDigest: row.forDigest });
      else if (person) await this.mailEntry(tx, person, row);
    }
  }

  private async mailEntry(tx: CompanyTransaction, person: MailedPerson, row: EntryRow): Promise<void> {
    const events = row.events.filter(({ isMailed }) => !isMailed).reverse();
    const first = events.find(({ reason, mail }) => mail === 'soon' && person.choices.mail[reason] === 'soon');
    const isMailed =
      first !== undefined &&
      (await this.queue.enqueueMail(tx, {
        userId: person.id,
        ...soonMail({ row, events }, this.configuration.publicUrl),
        thread: row.thingId,
        unsubscribes: first.reason,
      }));
    if (isMailed) await this.unmailed.markMailed(tx, row);
    else await this.unmailed.putOff(tx, row, { soonAt: null, forDigest: true });
  }
}
