import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events have a position in their company, and say who made the change and who may read them (extensions 2). */
export class EventPositions1795500000000 implements MigrationInterface {
  name = 'EventPositions1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
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

const STATEMENTS = [
  // Every event raises the counter of its company: its row has room for the next version of it.
  `CREATE TABLE event_positions (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    dropped bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT event_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  ) WITH (fillfactor = 20)`,

  // NOT NULL without a default: an older version that still runs cannot write events that nobody could read.
  `ALTER TABLE events ADD COLUMN position bigint, ADD COLUMN actor_id uuid, ADD COLUMN api_key_id uuid,
    ADD COLUMN audience uuid[], ADD COLUMN task_projects json`,
  // Every row is written once, without its index of ages, and before that of positions.
  'DROP INDEX events_age',
  `UPDATE events e SET position = n.position FROM (
      SELECT company_id, id, CASE WHEN name = 'ping' THEN -1
        ELSE row_number() OVER (PARTITION BY company_id, name = 'ping' ORDER BY id) END AS position FROM events
    ) n WHERE e.company_id = n.company_id AND e.id = n.id`,
  'ALTER TABLE events ALTER COLUMN position SET NOT NULL',
  'CREATE INDEX events_age ON events (occurred_at)',
  'CREATE INDEX events_position ON events (company_id, position)',
  `INSERT INTO event_positions (company_id, position)
    SELECT company_id, max(position) FROM events WHERE position > 0 GROUP BY company_id`,

  `UPDATE events e SET task_projects = (
      SELECT json_object_agg(named.id, t.project_id) FROM (SELECT ${NAMED}) named (id)
      LEFT JOIN tasks t ON t.company_id = e.company_id AND t.id = named.id::uuid)
    WHERE name = 'task.updated' AND data::text LIKE '%"blockerIds":%' AND data -> 'changes' -> 'blockerIds' IS NOT NULL`,
];
