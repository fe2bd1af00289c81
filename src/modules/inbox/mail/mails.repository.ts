import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '#core/database/database.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import type { Leased } from '#core/processes/leased-worker.js';
import type { QueuedMail } from './queued-mail.entity.js';
import type { CompanyTransaction } from './unmailed-entries.repository.js';

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

/** How long an attempt owns its mail: longer than it can take. */
const LEASE = `interval '60 seconds'`;

export const DUE_MAILS = 'SELECT company_id FROM mails WHERE next_attempt_at <= now()';

const FIND_DUE: Statement = {
  name: 'find-due-mails',
  text: `SELECT company_id AS "companyId", id FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
};

/** `$3` is the attempt. Of several processes one claims it. */
const CLAIM: Statement = {
  name: 'claim-mail',
  text: `WITH clock AS (SELECT now() AS at)
    UPDATE mails m SET attempt_id = $3, attempts = m.attempts + 1, begun = m.begun + 1, next_attempt_at = now() + ${LEASE}
    FROM users u, clock
    WHERE m.company_id = $1 AND m.id = $2 AND m.next_attempt_at <= now() AND u.company_id = $1 AND u.id = m.user_id
    RETURNING m.company_id AS "companyId", m.id, m.attempt_id AS "leaseId", m.begun AS attempts, m.attempts AS tries,
      m.subject, m.text, m.html, m.thread, m.token, u.email, u.active AS "isActive", m.give_up_at <= clock.at AS "isLate"`,
};

const FORGET: Statement = {
  name: 'forget-mail',
  text: 'DELETE FROM mails WHERE company_id = $1 AND id = $2 AND attempt_id = $3',
};

const RETRY: Statement = {
  name: 'retry-mail',
  text: `UPDATE mails SET next_attempt_at = now() + make_interval(secs => $4), begun = 0
    WHERE company_id = $1 AND id = $2 AND attempt_id = $3`,
};

export interface ClaimedMail extends Leased, Pick<QueuedMail, 'subject' | 'text' | 'html' | 'thread' | 'token'> {
  /** Attempts in all; `attempts` are those that never ended. */
  readonly tries: number;
  readonly email: string;
  readonly isActive: boolean;
  readonly isLate: boolean;
}

/** Mails that wait, and how many each person got in an hour. */
@Injectable()
export class MailsRepository {
  constructor(private readonly database: Database) {}

  async findFull(tx: CompanyTransaction, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ id: string }>(tx, FIND_FULL, [
      tx.companyId,
      userIds,
      hourBefore(new Date()),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many mails the person may still get in this hour; locked until the transaction ends. */
  async findLeft(tx: CompanyTransaction, userId: string, now: Date): Promise<number> {
    await this.database.execute(tx, HAVE_SETTINGS, [tx.companyId, userId]);
    const row = await this.database.row<{ mailed: number }>(tx, LOCK, [tx.companyId, userId, hourBefore(now)]);
    return Math.max(0, MOST_AN_HOUR - (row?.mailed ?? 0));
  }

  async findTimeZone(tx: CompanyTransaction, userId: string): Promise<string> {
    const text = `SELECT u.timezone FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    return (await this.database.row<{ timezone: string }>(tx, { text }, [tx.companyId, userId]))?.timezone ?? 'UTC';
  }

  /** The values are those of its columns, in their order. */
  async insertMail(tx: CompanyTransaction, values: unknown[]): Promise<void> {
    await this.database.execute(tx, INSERT, values);
  }

  async countMail(tx: CompanyTransaction, userId: string, now: Date): Promise<void> {
    await this.database.execute(tx, COUNT, [tx.companyId, userId, now.toISOString()]);
  }

  async countAll(): Promise<number> {
    const text = 'SELECT count(*) AS count FROM mails';
    return (await this.database.row<{ count: number }>(OWN_WORK_CONTEXT, { text }))?.count ?? 0;
  }

  async claimDue(most: number): Promise<ClaimedMail[]> {
    type Due = Pick<QueuedMail, 'companyId' | 'id'>;
    const due = await this.database.rows<Due>(OWN_WORK_CONTEXT, FIND_DUE, [most]);
    const claims = due.map(({ companyId, id }) =>
      this.database.row<ClaimedMail>(OWN_WORK_CONTEXT, CLAIM, [companyId, id, uuidv7()]),
    );
    return (await Promise.all(claims)).filter((mail) => mail !== undefined);
  }

  async deleteMail(mail: Leased): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, FORGET, keyOf(mail));
  }

  /** By so many seconds. */
  async postponeMail(mail: Leased, wait: number): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, RETRY, [...keyOf(mail), wait]);
  }
}

function hourBefore(now: Date): string {
  return new Date(now.getTime() - 3_600_000).toISOString();
}

function keyOf({ companyId, id, leaseId }: Leased): string[] {
  return [companyId, id, leaseId];
}
