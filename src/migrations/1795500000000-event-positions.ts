import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idsOfTheirTime } from './ids-of-their-time.js';

/** Events have a position in their company, and say who made the change and who may read them (extensions 2). */
export class EventPositions1795500000000 implements MigrationInterface {
  name = 'EventPositions1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    const idOf = await idsOfTheirTime(runner, 'events');
    const id = idOf?.('e.id', 'e.occurred_at') ?? 'e.id';
    if (idOf) {
      await runner.query(`UPDATE webhook_deliveries d SET event_id = ${id}
        FROM events e WHERE e.company_id = d.company_id AND e.id = d.event_id AND e.id <> ${id}`);
    }
    for (const statement of BEFORE) await runner.query(statement);
    await runner.query(`INSERT INTO events (company_id, id, name, project_id, data, occurred_at, position, task_projects)
      SELECT e.company_id, ${id}, e.name, e.project_id, e.data, e.occurred_at, ${positionBy(id)}, ${TASK_PROJECTS}
      FROM events_without_position e`);
    for (const statement of AFTER) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_position');
    await runner.query(
      `ALTER TABLE events DROP COLUMN position, DROP COLUMN actor_id, DROP COLUMN api_key_id, DROP COLUMN audience,
        DROP COLUMN task_projects`,
    );
    await runner.query('DROP TABLE event_positions');
  }
}

/** The tasks that the data of an event of old names as blockers. */
const NAMED = `json_array_elements_text((e.data -> 'changes' -> 'blockerIds' -> 'from')) UNION
  SELECT json_array_elements_text((e.data -> 'changes' -> 'blockerIds' -> 'to'))`;

const TASK_PROJECTS = `CASE WHEN e.name = 'task.updated' AND e.data::text LIKE '%"blockerIds":%'
    AND e.data -> 'changes' -> 'blockerIds' IS NOT NULL
  THEN (SELECT json_object_agg(named.id, t.project_id) FROM (SELECT ${NAMED}) named (id)
    LEFT JOIN tasks t ON t.company_id = e.company_id AND t.id = named.id::uuid) END`;

/** Pings of old are in no log. */
const positionBy = (id: string) => `CASE WHEN e.name = 'ping' THEN -1
  ELSE count(*) FILTER (WHERE e.name <> 'ping') OVER (PARTITION BY e.company_id ORDER BY ${id}) END`;

const BEFORE = [
  // Every event raises the counter of its company: its row has room for the next version of it.
  `CREATE TABLE event_positions (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    dropped bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT event_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  ) WITH (fillfactor = 20)`,

  // Into another table, and its indexes last: an update of each row takes ten times as long.
  'DROP TRIGGER events_fan_out ON events',
  'ALTER TABLE events RENAME TO events_without_position',
  'ALTER TABLE events_without_position RENAME CONSTRAINT events_pkey TO events_without_position_pkey',
  // NOT NULL without a default: an older version that still runs cannot write events that nobody could read.
  `CREATE TABLE events (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    project_id uuid,
    data json NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    position bigint NOT NULL,
    actor_id uuid,
    api_key_id uuid,
    audience uuid[],
    task_projects json
  )`,
  `SET LOCAL work_mem = '128MB'`,
];

const AFTER = [
  'DROP TABLE events_without_position',
  `SET LOCAL maintenance_work_mem = '256MB'`,
  'ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (company_id, id)',
  'CREATE INDEX events_age ON events (occurred_at)',
  'CREATE INDEX events_position ON events (company_id, position)',
  `CREATE TRIGGER events_fan_out AFTER INSERT ON events REFERENCING NEW TABLE AS inserted_events
    FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events()`,
  `INSERT INTO event_positions (company_id, position)
    SELECT company_id, max(position) FROM events WHERE position > 0 GROUP BY company_id`,
];
