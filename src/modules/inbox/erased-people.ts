import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Rows of one statement. */
const BATCH = 1_000;

/** The user's own rows of a table, some of them. */
const deletion = (table: string) => `DELETE FROM ${table} WHERE company_id = $1 AND user_id = $2
  AND id IN (SELECT id FROM ${table} WHERE company_id = $1 AND user_id = $2 LIMIT ${BATCH})`;

/** What the inbox keeps of people who are erased. */
@Injectable()
export class ErasedPeople {
  constructor(private readonly database: Database) {}

  /** Takes the user's inbox, mails and settings away. */
  async forget(context: RequestContext, user: { readonly id: string }): Promise<void> {
    const values = [context.companyId, user.id];
    for (const text of [deletion('inbox_entries'), deletion('mails')]) {
      let deleted: number;
      do deleted = await this.database.execute(context, { text }, values);
      while (deleted === BATCH);
    }
    const settings = 'DELETE FROM notification_settings WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(context, { text: settings }, values);
  }
}
