import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tids that tasks had in projects that they have left. */
export class FormerTids1797800000000 implements MigrationInterface {
  name = 'FormerTids1797800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE task_former_tids (
      company_id uuid NOT NULL,
      tid text NOT NULL,
      task_id uuid NOT NULL,
      project_id uuid NOT NULL,
      left_at timestamptz(3) NOT NULL,
      CONSTRAINT task_former_tids_pkey PRIMARY KEY (company_id, tid),
      CONSTRAINT task_former_tids_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX task_former_tids_task ON task_former_tids (company_id, task_id)');
    await runner.query('ALTER TABLE project_counters ADD COLUMN former_number integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE events ADD COLUMN moved_to uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN moved_to');
    await runner.query('ALTER TABLE project_counters DROP COLUMN former_number');
    await runner.query('DROP TABLE task_former_tids');
  }
}
