import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time spent on tasks. */
export class TimeEntries1795340000000 implements MigrationInterface {
  name = 'TimeEntries1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE time_entries (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      task_id uuid NOT NULL,
      user_id uuid NOT NULL,
      hours numeric(8,2) NOT NULL,
      note text,
      spent_on timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT time_entries_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT time_entries_task_fkey FOREIGN KEY (company_id, task_id)
        REFERENCES tasks (company_id, id) ON DELETE CASCADE,
      CONSTRAINT time_entries_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX time_entries_task ON time_entries (company_id, task_id, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE time_entries');
  }
}
