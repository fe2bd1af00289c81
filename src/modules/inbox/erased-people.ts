import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { users } from '../users/users.sql.js';

/** Rows of one statement. */
const BATCH = 1_000;

/** The user's own rows of a table, some of them. */
const deletion = (table: string) => `DELETE FROM ${table} WHERE company_id = $1 AND user_id = $2
  AND id IN (SELECT id FROM ${table} WHERE company_id = $1 AND user_id = $2 LIMIT ${BATCH})`;

/** What the inbox keeps of people who are erased (moving 3.1). */
@Injectable()
export class ErasedPeople {
  constructor(private readonly database: Database) {}

  /** Takes the user's inbox, mails and settings away, and the name from what others were told. */
  async forget(context: RequestContext, user: { readonly id: string; readonly name: string }): Promise<void> {
    const values = [context.companyId, user.id];
    for (const text of [deletion('inbox_entries'), deletion('mails')]) {
      let deleted: number;
      do deleted = await this.database.execute(context, { text }, values);
      while (deleted === BATCH);
    }
    const settings = 'DELETE FROM notification_settings WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(context, { text: settings }, values);
    await this.rename(context, user);
  }

  /** Entries keep the name of who did it as it was then. */
  private async rename({ companyId, ...context }: RequestContext, { id, name }: { id: string; name: string }) {
    const renamed = `jsonb_set(jsonb_set(o.event, '{actor,name}', to_jsonb(u.name)),
      '{text}', to_jsonb(replace(coalesce(o.event->>'text', ''), $4, u.name)))`;
    const text = `UPDATE inbox_entries e SET events = (
        SELECT jsonb_agg(CASE WHEN o.event->'actor'->>'id' = $3 THEN ${renamed} ELSE o.event END ORDER BY o.place)
        FROM jsonb_array_elements(e.events) WITH ORDINALITY o (event, place))
      FROM ${users('u')} WHERE u.company_id = $1 AND u.id = $2 AND e.company_id = $1
        AND e.events @> jsonb_build_array(jsonb_build_object('actor',
          jsonb_build_object('id', $3::text, 'name', $4::text)))`;
    await this.database.execute(context, { text }, [companyId, id, id, name]);
  }
}
