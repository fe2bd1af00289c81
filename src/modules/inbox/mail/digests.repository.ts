import { Injectable } from '@nestjs/common';
import { WEEKDAYS } from '#common/validation/local-time.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { withDefaults } from '../settings/notification-choices.js';
import type { CompanyTransaction } from './unmailed-entries.repository.js';

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

export interface DueDigest {
  readonly companyId: string;
  readonly userId: string;
  readonly at: string;
  readonly day: string;
}

/** When each person is to be mailed a digest. */
@Injectable()
export class DigestsRepository {
  constructor(private readonly database: Database) {}

  /** `moments` are now and the one after which they came. */
  findDigests(moments: readonly string[]): Promise<DueDigest[]> {
    return this.database.rows<DueDigest>(OWN_WORK_CONTEXT, FIND_DUE, [...moments]);
  }

  async seeDigest(tx: CompanyTransaction, userId: string, at: string): Promise<void> {
    await this.database.execute(tx, SEE, [tx.companyId, userId, at]);
  }

  /** Whether the day's digest was still to be made. */
  async takeDay(tx: CompanyTransaction, userId: string, day: string): Promise<boolean> {
    return (await this.database.execute(tx, TAKE_DAY, [tx.companyId, userId, day])) > 0;
  }
}
