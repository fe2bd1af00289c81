import { Injectable } from '@nestjs/common';
import {
  type DatabaseContext,
  type InTransaction,
  type RequestContext,
  OWN_WORK_CONTEXT,
} from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { type EntryRow, SELECT_ENTRIES } from '../entry-rows.repository.js';

export type CompanyTransaction = InTransaction<DatabaseContext & Pick<RequestContext, 'companyId'>>;

/** Nobody else mails the user until the transaction ends. */
const LOCK: Statement = {
  name: 'lock-mailed-person',
  text: `INSERT INTO notification_settings AS s (company_id, user_id, choices) VALUES ($1, $2, '{}')
    ON CONFLICT (company_id, user_id) DO UPDATE SET user_id = excluded.user_id`,
};

const FIND: Statement = {
  name: 'unmailed-entries',
  text: `SELECT ${SELECT_ENTRIES.columnsWithAllEvents} FROM ${SELECT_ENTRIES.from}
    WHERE e.company_id = $1 AND e.user_id = $2 AND e.unread AND NOT e.done AND e.snoozed_until IS NULL
      AND (e.for_digest OR e.soon_at IS NOT NULL)
    ORDER BY e.id FOR NO KEY UPDATE OF e`,
};

/** `$3` is what the events of the entry are then, `$4` when its mail is due, `$5` whether it is for the digest. */
const SAVE: Statement = {
  name: 'save-mailed-entry',
  text: `UPDATE inbox_entries SET events = $3, soon_at = $4, for_digest = $5 WHERE company_id = $1 AND id = $2`,
};

const MOST_PEOPLE = 500;

const isDue = (now: string) => `soon_at <= ${now} AND unread AND NOT done AND snoozed_until IS NULL`;

/** `$1` is now. */
const FIND_SOON_DUE: Statement = {
  name: 'inbox-soon-due',
  text: `SELECT company_id AS "companyId", user_id AS "userId", min(soon_at) AS at FROM inbox_entries
    WHERE ${isDue('$1::timestamptz')}
    GROUP BY company_id, user_id ORDER BY 3 LIMIT ${MOST_PEOPLE}`,
};

/** The companies with entries that are mailed by now. */
export const SOON_DUE = `SELECT company_id FROM inbox_entries WHERE ${isDue('now()')}`;

/** Entries that people have not read and no mail has said, and when each is mailed. */
@Injectable()
export class UnmailedEntriesRepository {
  constructor(private readonly database: Database) {}

  /** Nobody else mails the user until the transaction ends. The time zone of an active one. */
  async lockMailed(tx: CompanyTransaction, userId: string): Promise<string | undefined> {
    await this.database.execute(tx, LOCK, [tx.companyId, userId]);
    const text = `SELECT u.timezone FROM users u WHERE u.company_id = $1 AND u.id = $2 AND u.active`;
    return (await this.database.row<{ timezone: string }>(tx, { text }, [tx.companyId, userId]))?.timezone;
  }

  lockUnmailed(tx: CompanyTransaction, userId: string): Promise<EntryRow[]> {
    return this.database.rows<EntryRow>(tx, FIND, [tx.companyId, userId]);
  }

  async saveMailed(
    tx: CompanyTransaction,
    id: string,
    events: EntryRow['events'],
    { soonAt, forDigest }: { soonAt: string | null; forDigest: boolean },
  ): Promise<void> {
    await this.database.execute(tx, SAVE, [tx.companyId, id, JSON.stringify(events), soonAt, forDigest]);
  }

  findSoonDue(now: Date): Promise<{ companyId: string; userId: string }[]> {
    return this.database.rows<{ companyId: string; userId: string }>(OWN_WORK_CONTEXT, FIND_SOON_DUE, [
      now.toISOString(),
    ]);
  }

  /** What the person does not reach is not mailed: it may be in a digest, if they reach it again. */
  async leaveToDigest(tx: CompanyTransaction, userId: string, now: Date, ids: readonly string[]): Promise<void> {
    const text = `UPDATE inbox_entries SET soon_at = NULL, for_digest = true
      WHERE company_id = $1 AND user_id = $2 AND soon_at <= $3::timestamptz AND unread AND NOT done
        AND snoozed_until IS NULL AND id <> ALL ($4::uuid[])`;
    await this.database.execute(tx, { text }, [tx.companyId, userId, now.toISOString(), ids]);
  }
}
