import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';

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

/** Clears old entries away: at the start, and every hour. */
@Injectable()
export class InboxCleanupTask extends HourlyCleanup implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  protected async cleanUp(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: DELETE_OLD }, [new Date().toISOString()]);
    await this.database.execute(OWN_WORK_CONTEXT, { text: DELETE_SURPLUS });
  }
}
