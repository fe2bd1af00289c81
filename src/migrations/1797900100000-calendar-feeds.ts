import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calendars that programs subscribe to, and how often each task has changed: the number of its event there rises with it. */
export class CalendarFeeds1797900100000 implements MigrationInterface {
  name = 'CalendarFeeds1797900100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks ADD COLUMN change_count integer NOT NULL DEFAULT 0');
    await runner.query(`CREATE TABLE calendar_feeds (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      name text NOT NULL,
      view_id uuid,
      project_id uuid,
      token_hash bytea NOT NULL,
      last_read_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT calendar_feeds_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT calendar_feeds_token_hash UNIQUE (company_id, token_hash),
      CONSTRAINT calendar_feeds_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
      CONSTRAINT calendar_feeds_view_fkey FOREIGN KEY (company_id, view_id) REFERENCES views (company_id, id) ON DELETE CASCADE,
      CONSTRAINT calendar_feeds_project_fkey FOREIGN KEY (company_id, project_id)
        REFERENCES projects (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX calendar_feeds_user ON calendar_feeds (company_id, user_id)');
    await runner.query(
      'CREATE INDEX calendar_feeds_view ON calendar_feeds (company_id, view_id) WHERE view_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX calendar_feeds_project ON calendar_feeds (company_id, project_id) WHERE project_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE calendar_feeds');
    await runner.query('ALTER TABLE tasks DROP COLUMN change_count');
  }
}
