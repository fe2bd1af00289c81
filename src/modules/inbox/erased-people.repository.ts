import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';

/** Rows of one statement. */
const BATCH = 1_000;

/** The user's own rows of a table, some of them. */
const deletion = (table: string) => `DELETE FROM ${table} WHERE company_id = $1 AND user_id = $2
  AND id IN (SELECT id FROM ${table} WHERE company_id = $1 AND user_id = $2 LIMIT ${BATCH})`;

/** What the inbox keeps of people who are erased. */
@Injectable()
export class ErasedPeopleRepository {
  constructor(private readonly database: Database) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    const made = { type: 'text', hand: 'made' } as const;
    return [
      { table: 'inbox_entries', columns: { events: { type: 'jsonb', hand: 'made' } } },
      { table: 'mails', columns: { subject: made, text: made, html: made } },
    ];
  }

  /** Takes the user's inbox, mails and settings away. */
  @AfterErasure()
  async forget(context: RequestContext, user: ErasedUser): Promise<void> {
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
