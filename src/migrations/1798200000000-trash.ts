import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted tasks with all that hung on them, until they come back or go for good. */
export class Trash1798200000000 implements MigrationInterface {
  name = 'Trash1798200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE trashed_tasks (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      tid text NOT NULL,
      former_tids text[] NOT NULL,
      title text NOT NULL,
      project_id uuid NOT NULL,
      deleted_at timestamptz(3) NOT NULL,
      deleted_by_id uuid NOT NULL,
      until timestamptz(3) NOT NULL,
      CONSTRAINT trashed_tasks_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT trashed_tasks_project_fkey FOREIGN KEY (company_id, project_id)
        REFERENCES projects (company_id, id) ON DELETE CASCADE,
      CONSTRAINT trashed_tasks_deleted_by_fkey FOREIGN KEY (company_id, deleted_by_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX trashed_tasks_deleted_at ON trashed_tasks (company_id, deleted_at, id)');
    await runner.query('CREATE INDEX trashed_tasks_project ON trashed_tasks (company_id, project_id, deleted_at, id)');
    await runner.query('CREATE UNIQUE INDEX trashed_tasks_tid ON trashed_tasks (company_id, tid)');
    await runner.query(`CREATE INDEX trashed_tasks_former ON trashed_tasks (company_id) WHERE former_tids <> '{}'`);
    await runner.query('CREATE INDEX trashed_tasks_until ON trashed_tasks (until)');
    await runner.query(`CREATE TABLE trashed_rows (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      task_id uuid NOT NULL,
      source text NOT NULL,
      row jsonb NOT NULL,
      CONSTRAINT trashed_rows_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT trashed_rows_task_fkey FOREIGN KEY (company_id, task_id)
        REFERENCES trashed_tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX trashed_rows_task ON trashed_rows (company_id, task_id)');
    await runner.query('CREATE INDEX trashed_rows_source ON trashed_rows (company_id, source)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE trashed_rows, trashed_tasks');
  }
}
