import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyEvents, copyNewEvents } from './copy-events.js';

/** Events have a position in their company, and say who made the change and who may read them. */
export class EventPositions1795500000000 implements MigrationInterface {
  name = 'EventPositions1795500000000';

  /** The long part, which `migrate` runs first. What follows is short, and locks tables that requests use. */
  async prepare(runner: QueryRunner): Promise<void> {
    await copyEvents(runner);
  }

  async up(runner: QueryRunner): Promise<void> {
    // For TypeORM's command line, which prepares nothing.
    await copyEvents(runner);
    await copyNewEvents(runner);
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

const STATEMENTS = [
  // Every event raises the counter of its company: its row has room for the next version of it.
  `CREATE TABLE event_positions (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    dropped bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT event_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  ) WITH (fillfactor = 20)`,
  `INSERT INTO event_positions (company_id, position)
    SELECT c.id, last.position FROM companies c, LATERAL (SELECT position FROM events_with_positions e
      WHERE e.company_id = c.id ORDER BY position DESC LIMIT 1) last WHERE last.position > 0`,
  'DROP TABLE events',
  'COMMENT ON TABLE events_with_positions IS NULL',
  'ALTER TABLE events_with_positions RENAME TO events',
  'ALTER TABLE events RENAME CONSTRAINT events_with_positions_pkey TO events_pkey',
  'ALTER INDEX events_with_positions_age RENAME TO events_age',
  `CREATE TRIGGER events_fan_out AFTER INSERT ON events REFERENCING NEW TABLE AS inserted_events
    FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events()`,
];
