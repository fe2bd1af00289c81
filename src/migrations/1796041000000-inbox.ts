import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The inbox of each user, what they have chosen, and how far the log has been read: up to now, so that nobody is told old things. */
export class Inbox1796041000000 implements MigrationInterface {
  name = 'Inbox1796041000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE inbox_positions (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      CONSTRAINT inbox_positions_pkey PRIMARY KEY (company_id),
      CONSTRAINT inbox_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query(`INSERT INTO inbox_positions (company_id, position)
      SELECT company_id, position FROM event_positions`);
    await runner.query(`CREATE TABLE inbox_entries (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      thing_type text NOT NULL,
      thing_id uuid NOT NULL,
      thing_name text NOT NULL,
      project_id uuid,
      reasons text[] NOT NULL,
      unread boolean NOT NULL,
      done boolean NOT NULL,
      snoozed_until timestamptz(3),
      count integer NOT NULL,
      events jsonb NOT NULL,
      soon_at timestamptz(3),
      for_digest boolean NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT inbox_entries_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT inbox_entries_thing UNIQUE (company_id, user_id, thing_type, thing_id),
      CONSTRAINT inbox_entries_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
      CONSTRAINT inbox_entries_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
        ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX inbox_entries_order ON inbox_entries (company_id, user_id, updated_at, id)');
    await runner.query('CREATE INDEX inbox_entries_project ON inbox_entries (company_id, project_id)');
    await runner.query(`CREATE INDEX inbox_entries_snoozed ON inbox_entries (snoozed_until)
      WHERE snoozed_until IS NOT NULL`);
    await runner.query('CREATE INDEX inbox_entries_soon ON inbox_entries (soon_at) WHERE soon_at IS NOT NULL');
    await runner.query('CREATE INDEX inbox_entries_updated ON inbox_entries (updated_at)');
    await runner.query(`CREATE TABLE notification_settings (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      choices jsonb NOT NULL,
      digest_day date,
      digest_changed_at timestamptz(3),
      CONSTRAINT notification_settings_pkey PRIMARY KEY (company_id, user_id),
      CONSTRAINT notification_settings_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notification_settings, inbox_entries, inbox_positions');
  }
}
