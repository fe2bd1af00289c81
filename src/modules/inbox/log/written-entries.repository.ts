import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction, RequestContext } from '#core/company-scope/request-context.js';
import { columnName, columnsOf, propertiesOf, recordOf } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { InboxEntry } from '../inbox-entry.entity.js';
import { MOST_KEPT } from './entry-changes.js';
import type { Notice } from './notice.js';

export type CompanyTransaction = InTransaction<DatabaseContext & Pick<RequestContext, 'companyId'>>;

const SELECT: Statement = {
  name: 'inbox-entries-of-things',
  text: `SELECT ${columnsOf(InboxEntry, 'e', { without: ['events'] })} FROM inbox_entries e
    JOIN unnest($2::uuid[], $3::text[], $4::uuid[]) n (user_id, thing_type, thing_id)
      ON n.user_id = e.user_id AND n.thing_type = e.thing_type AND n.thing_id = e.thing_id
    WHERE e.company_id = $1 ORDER BY e.id FOR NO KEY UPDATE OF e`,
};

const KEY = ['companyId', 'id', 'userId', 'thingType', 'thingId', 'createdAt'];

const CHANGED = propertiesOf(InboxEntry).filter((property) => ![...KEY, 'events'].includes(property));

const COLUMNS = propertiesOf(InboxEntry);

/** The rows hold new events alone: those before them stay where they are, unless they were read. */
const WRITE: Statement = {
  name: 'write-inbox-entries',
  text: `INSERT INTO inbox_entries AS e (${COLUMNS.map(columnName).join(', ')})
    SELECT ${COLUMNS.map((property) => (property === 'reasons' ? 'ARRAY(SELECT json_array_elements_text(n.reasons))' : `n."${property}"`)).join(', ')}
    FROM json_to_recordset($1::json) n (${recordOf(InboxEntry, COLUMNS).replace('"reasons" text', '"reasons" json')})
    ON CONFLICT (company_id, user_id, thing_type, thing_id) DO UPDATE SET
      ${CHANGED.map((property) => `${columnName(property)} = excluded.${columnName(property)}`).join(', ')},
      events = CASE WHEN e.was_read THEN excluded.events
        ELSE jsonb_path_query_array(excluded.events || e.events, '$[0 to ${MOST_KEPT - 1}]') END`,
};

/** A task that has gone from a project to another one. */
export interface MovedThing {
  readonly taskId: string;
  readonly from: string;
  readonly to: string;
}

/** What the entry is about can be read where it is now; a project that is gone has none. */
const MOVE: Statement = {
  text: `UPDATE inbox_entries e SET project_id = m.to_id
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) m (task_id, from_id, to_id)
    WHERE e.company_id = $1 AND e.project_id = m.from_id AND e.thing_type = 'task' AND e.thing_id = m.task_id
      AND EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = m.to_id)`,
};

/** The entries that new events are joined to. */
@Injectable()
export class WrittenEntriesRepository {
  constructor(private readonly database: Database) {}

  /** Those of the same users and things. */
  lockEntries(tx: CompanyTransaction, notices: readonly Notice[]): Promise<Omit<InboxEntry, 'events'>[]> {
    return this.database.rows<Omit<InboxEntry, 'events'>>(tx, SELECT, [
      tx.companyId,
      notices.map(({ userId }) => userId),
      notices.map(({ thing }) => thing.type),
      notices.map(({ thing }) => thing.id),
    ]);
  }

  /** Entries follow their tasks. */
  async moveEntries(tx: CompanyTransaction, moved: readonly MovedThing[]): Promise<void> {
    if (moved.length === 0) return;
    await this.database.execute(tx, MOVE, [
      tx.companyId,
      moved.map(({ taskId }) => taskId),
      moved.map(({ from }) => from),
      moved.map(({ to }) => to),
    ]);
  }

  /** `rows` are JSON. */
  async writeEntries(tx: CompanyTransaction, rows: Buffer): Promise<void> {
    await this.database.execute(tx, WRITE, [rows]);
  }
}
