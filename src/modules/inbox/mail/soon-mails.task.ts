import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { WhenDue } from '#core/processes/due-work.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import type { EntryRow } from '../entry-rows.js';
import { soonMail } from './mail-form.js';
import { MailQueue } from './mail-queue.js';
import { quietUntil } from './quiet-hours.js';
import { type CompanyTransaction, type MailedPerson, UnmailedEntries } from './unmailed-entries.js';

const MOST_PEOPLE = 500;

const isDue = (now: string) => `soon_at <= ${now} AND unread AND NOT done AND snoozed_until IS NULL`;

/** `$1` is now. */
const FIND_DUE: Statement = {
  name: 'inbox-soon-due',
  text: `SELECT company_id AS "companyId", user_id AS "userId", min(soon_at) AS at FROM inbox_entries
    WHERE ${isDue('$1::timestamptz')}
    GROUP BY company_id, user_id ORDER BY 3 LIMIT ${MOST_PEOPLE}`,
};

/** Has people mailed what nobody else tells them in time: what concerns them and is still unread. */
@Injectable()
export class SoonMailsTask extends RepeatedTask {
  constructor(
    private readonly database: Database,
    private readonly unmailed: UnmailedEntries,
    private readonly queue: MailQueue,
    configuration: Configuration,
  ) {
    super(configuration, { role: 'worker', complaint: 'The inbox cannot be mailed at the moment' });
  }

  @WhenDue({ role: 'worker', companies: `SELECT company_id FROM inbox_entries WHERE ${isDue('now()')}` })
  async run(): Promise<void> {
    await this.alone(async () => {
      const now = new Date();
      const due = await this.database.rows<{ companyId: string; userId: string }>(OWN_WORK_CONTEXT, FIND_DUE, [
        now.toISOString(),
      ]);
      for (const { companyId, userId } of due) {
        await this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, (tx) => this.mail(tx, userId, now));
      }
    });
  }

  private async mail(tx: CompanyTransaction, userId: string, now: Date): Promise<void> {
    const person = await this.unmailed.lockPerson(tx, userId);
    const rows = await this.unmailed.find(tx, userId);
    const due = rows.filter(({ soonAt }) => soonAt !== null && soonAt <= now.toISOString());
    const until = person && quietUntil(person.choices.quiet, person.timezone, now);
    const reached = new Set(due.map(({ id }) => id));
    await this.forgetOthers(tx, userId, now, [...reached]);
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
      (await this.queue.enqueue(tx, {
        userId: person.id,
        ...soonMail({ row, events }, this.configuration.publicUrl),
        thread: row.thingId,
        unsubscribes: first.reason,
      }));
    if (isMailed) await this.unmailed.markMailed(tx, row);
    else await this.unmailed.putOff(tx, row, { soonAt: null, forDigest: true });
  }

  /** What the person does not reach is not mailed: it may be in a digest, if they reach it again. */
  private async forgetOthers(tx: CompanyTransaction, userId: string, now: Date, ids: readonly string[]): Promise<void> {
    const text = `UPDATE inbox_entries SET soon_at = NULL, for_digest = true
      WHERE company_id = $1 AND user_id = $2 AND soon_at <= $3::timestamptz AND unread AND NOT done
        AND snoozed_until IS NULL AND id <> ALL ($4::uuid[])`;
    await this.database.execute(tx, { text }, [tx.companyId, userId, now.toISOString(), ids]);
  }
}
