import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { WEEKDAYS } from '#common/validation/local-time.js';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { RepeatedTask } from '#core/processes/repeated-task.js';
import { withDefaults } from '../settings/notification-choices.js';
import { digestMail, type MailedEntry } from './mail-form.js';
import { MailQueue } from './mail-queue.js';
import { type CompanyTransaction, UnmailedEntries } from './unmailed-entries.js';

/** Milliseconds between two looks. A digest that was missed comes within 60,000 of a start. */
const INTERVAL = 20_000;
/** A digest is made up for so long. */
const DAY = 86_400_000;

const DEFAULT = withDefaults().digest;
const TIME = `coalesce(s.choices -> 'digest' ->> 'time', '${DEFAULT.time}')::time`;
const DAYS = `coalesce(s.choices -> 'digest' -> 'days', '${JSON.stringify(DEFAULT.days)}'::jsonb)`;
const WEEKDAY = `(ARRAY['${WEEKDAYS.join("', '")}'])[extract(isodow FROM m.day)::integer]`;

/**
 * The users with something unsaid whose last digest time is after `$2` and not after `$1`, which is now. Only a time that
 * was set before it came counts. A user's local day has one digest.
 */
const FIND_DUE: Statement = {
  name: 'inbox-digest-due',
  text: `SELECT u.company_id AS "companyId", u.id AS "userId", due.at, due.day::text AS day
    FROM (SELECT DISTINCT e.company_id, e.user_id FROM inbox_entries e
        WHERE e.unread AND (e.for_digest OR e.soon_at IS NOT NULL)) w
      JOIN users u ON u.company_id = w.company_id AND u.id = w.user_id AND u.active
      LEFT JOIN notification_settings s ON s.company_id = w.company_id AND s.user_id = w.user_id
      CROSS JOIN LATERAL (SELECT m.day, (m.day + ${TIME}) AT TIME ZONE u.timezone AS at
        FROM (SELECT ($1::timestamptz AT TIME ZONE u.timezone)::date - ago AS day FROM generate_series(0, 1) ago) m
        WHERE ${DAYS} ? ${WEEKDAY} AND (m.day + ${TIME}) AT TIME ZONE u.timezone <= $1::timestamptz
        ORDER BY m.day DESC LIMIT 1) due
    WHERE due.at > $2::timestamptz AND due.at > u.created_at AND (s.digest_changed_at IS NULL OR due.at > s.digest_changed_at)
      AND (s.digest_day IS NULL OR s.digest_day < due.day) AND (s.digest_seen_at IS NULL OR s.digest_seen_at < due.at)`,
};

/** Whether the day's digest is still to be made; `$3` is the day. */
const TAKE_DAY: Statement = {
  name: 'inbox-digest-take-day',
  text: `UPDATE notification_settings SET digest_day = $3::date
    WHERE company_id = $1 AND user_id = $2 AND (digest_day IS NULL OR digest_day < $3::date)`,
};

/** At `$3` there was nothing to say: a time of the same day that is set later still counts. */
const SEE: Statement = {
  name: 'inbox-digest-see',
  text: 'UPDATE notification_settings SET digest_seen_at = $3 WHERE company_id = $1 AND user_id = $2',
};

interface DueDigest {
  readonly companyId: string;
  readonly userId: string;
  readonly at: string;
  readonly day: string;
}

/** Mails once a day what people have not read and no mail has said. */
@Injectable()
export class DigestsTask extends RepeatedTask implements OnApplicationBootstrap {
  constructor(
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
      for (const due of await this.database.rows<DueDigest>(OWN_WORK_CONTEXT, FIND_DUE, moments)) {
        const { companyId } = due;
        await this.database.transaction({ ...OWN_WORK_CONTEXT, companyId }, (tx) => this.mail(tx, due));
      }
    });
  }

  private async mail(tx: CompanyTransaction, { userId, at, day }: DueDigest): Promise<void> {
    const person = await this.unmailed.lockPerson(tx, userId);
    if (!person) return;
    const entries = (await this.unmailed.find(tx, userId)).flatMap((row): MailedEntry[] => {
      const unsaid = row.events.filter(({ isMailed, reason }) => !isMailed && person.choices.mail[reason] !== 'off');
      return unsaid.length > 0 ? [{ row, events: unsaid.reverse() }] : [];
    });
    // What came after the digest's time alone waits for the next one.
    if (!entries.some(({ events }) => events.some((event) => event.at <= at))) {
      await this.database.execute(tx, SEE, [tx.companyId, userId, at]);
      return;
    }
    if ((await this.database.execute(tx, TAKE_DAY, [tx.companyId, userId, day])) === 0) return;
    const mail = digestMail(entries, this.configuration.publicUrl);
    await this.queue.enqueueDigest(tx, { userId, ...mail, thread: null, unsubscribes: 'all-digests' });
    for (const { row } of entries) await this.unmailed.markMailed(tx, row);
  }
}
