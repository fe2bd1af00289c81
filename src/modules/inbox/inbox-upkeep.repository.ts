import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';

/** The companies with entries whose time has come. */
export const DUE_TO_WAKE = 'SELECT company_id FROM inbox_entries WHERE snoozed_until <= now()';

const WAKE: Statement = {
  name: 'inbox-wake',
  text: `UPDATE inbox_entries SET unread = true, updated_at = greatest(updated_at, snoozed_until), snoozed_until = NULL
    WHERE snoozed_until <= now() RETURNING company_id AS "companyId", user_id AS "userId", id`,
};

/** Entries that a person keeps. */
const MOST_ENTRIES = 2_000;

/** `$1` is now. */
const DELETE_OLD = `DELETE FROM inbox_entries
  WHERE done AND done_at < $1::timestamptz - interval '30 days' OR updated_at < $1::timestamptz - interval '180 days'`;

/** Of people with too many: the oldest done, then the oldest read, then the oldest. */
const DELETE_SURPLUS = `DELETE FROM inbox_entries e USING (
    SELECT o.company_id, o.id, row_number() OVER (
      PARTITION BY o.company_id, o.user_id ORDER BY o.done, o.unread DESC, o.updated_at DESC, o.id DESC) AS place
    FROM inbox_entries o JOIN (
      SELECT company_id, user_id FROM inbox_entries GROUP BY company_id, user_id HAVING count(*) > ${MOST_ENTRIES}) many
      ON many.company_id = o.company_id AND many.user_id = o.user_id) s
  WHERE e.company_id = s.company_id AND e.id = s.id AND s.place > ${MOST_ENTRIES}`;

/** Entries of all companies whose time has come, or is over. */
@Injectable()
export class InboxUpkeepRepository {
  constructor(private readonly database: Database) {}

  /** Those whose time has come. */
  wakeEntries(): Promise<{ companyId: string; userId: string; id: string }[]> {
    return this.database.rows<{ companyId: string; userId: string; id: string }>(OWN_WORK_CONTEXT, WAKE);
  }

  async deleteOld(now: string): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: DELETE_OLD }, [now]);
  }

  async deleteSurplus(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: DELETE_SURPLUS });
  }
}
