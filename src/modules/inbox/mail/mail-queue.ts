import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { Database, type Statement } from '#core/database/database.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { quietUntil } from './quiet-hours.js';
import type { CompanyTransaction } from './unmailed-entries.js';
import { type Unsubscription, UnsubscribeTokens } from './unsubscribe-tokens.js';

/** A mail to a user of the company. */
export interface PersonalMail {
  readonly userId: string;
  readonly subject: string;
  /** Both say the same. */
  readonly text: string;
  readonly html: string;
  /** The id of the task or other thing that it is about, so that mailers thread its mails; null for none. */
  readonly thread: string | null;
  /** What its List-Unsubscribe ends. */
  readonly unsubscribes: Unsubscription;
}

/** Mails at once that one person gets in a rolling hour. */
const MOST_AN_HOUR = 20;

/** Waits for the others that mail the person; `$3` is an hour ago. */
const LOCK: Statement = {
  name: 'mail-budget',
  text: `UPDATE notification_settings AS s SET mailed_at = ARRAY(
      SELECT at FROM unnest(s.mailed_at) at WHERE at > $3::timestamptz ORDER BY at)
    WHERE s.company_id = $1 AND s.user_id = $2 RETURNING cardinality(mailed_at) AS mailed`,
};

/** Before the lock: there is a row to lock. */
const HAVE_SETTINGS: Statement = {
  name: 'have-notification-settings',
  text: `INSERT INTO notification_settings (company_id, user_id, choices) VALUES ($1, $2, '{}') ON CONFLICT DO NOTHING`,
};

const COUNT: Statement = {
  name: 'mail-count',
  text: `UPDATE notification_settings SET mailed_at = array_append(mailed_at, $3::timestamptz)
    WHERE company_id = $1 AND user_id = $2`,
};

const INSERT: Statement = {
  name: 'queue-mail',
  text: `INSERT INTO mails (company_id, id, user_id, subject, text, html, thread, token, attempts, next_attempt_at, give_up_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, greatest(now(), $9::timestamptz),
      greatest(now(), $9::timestamptz) + interval '1 day')`,
};

/** Those who have had as many since `$3`. */
const FIND_FULL: Statement = {
  text: `SELECT s.user_id AS id FROM notification_settings s WHERE s.company_id = $1 AND s.user_id = ANY ($2::uuid[])
    AND (SELECT count(*) FROM unnest(s.mailed_at) at WHERE at > $3::timestamptz) >= ${MOST_AN_HOUR}`,
};

/** Queues mails to users, which are sent by the worker role, at least once, after the transaction. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly database: Database,
    private readonly settings: NotificationSettingsService,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /**
   * Has a mail sent at once, or after the person's quiet hours, unless they have had 20 such mails in this hour. Returns
   * whether it will be sent. Whoever is not active gets none. The caller decides whether the person reaches what it says.
   */
  async enqueue(tx: CompanyTransaction, mail: PersonalMail): Promise<boolean> {
    const now = new Date();
    const { userId } = mail;
    if ((await this.findLeft(tx, userId, now)) === 0) return false;
    const choices = (await this.settings.findAll(tx, [userId])).get(userId);
    const until = quietUntil(choices?.quiet ?? null, await this.findTimeZone(tx, userId), now);
    await this.database.execute(tx, COUNT, [tx.companyId, userId, now.toISOString()]);
    await this.insert(tx, mail, until);
    return true;
  }

  /** Has a mail sent that does not count to those of the hour and that quiet hours do not hold. */
  async enqueueDigest(tx: CompanyTransaction, mail: PersonalMail): Promise<void> {
    await this.insert(tx, mail, undefined);
  }

  /** Those of the users who get no more mails in this hour. */
  async findFull(tx: CompanyTransaction, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ id: string }>(tx, FIND_FULL, [
      tx.companyId,
      userIds,
      hourBefore(new Date()),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many mails the person may still get in this hour; locked until the transaction ends. */
  private async findLeft(tx: CompanyTransaction, userId: string, now: Date): Promise<number> {
    await this.database.execute(tx, HAVE_SETTINGS, [tx.companyId, userId]);
    const row = await this.database.row<{ mailed: number }>(tx, LOCK, [tx.companyId, userId, hourBefore(now)]);
    return Math.max(0, MOST_AN_HOUR - (row?.mailed ?? 0));
  }

  private async findTimeZone(tx: CompanyTransaction, userId: string): Promise<string> {
    const text = `SELECT u.timezone FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    return (await this.database.row<{ timezone: string }>(tx, { text }, [tx.companyId, userId]))?.timezone ?? 'UTC';
  }

  private async insert(tx: CompanyTransaction, mail: PersonalMail, notBefore: Date | undefined): Promise<void> {
    const { userId, subject, text, html, thread, unsubscribes } = mail;
    const { companyId } = tx;
    const token = this.tokens.make({ companyId, userId, from: unsubscribes });
    const values = [companyId, uuidv7(), userId, subject, text, html, thread, token, notBefore?.toISOString() ?? null];
    await this.database.execute(tx, INSERT, values);
  }
}

function hourBefore(now: Date): string {
  return new Date(now.getTime() - 3_600_000).toISOString();
}
