import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Search text stands in a table of its own: with an index over `tasks` itself, every change of a task
 * wrote its whole text into that index again.
 */
export class TaskTexts1796980000000 implements MigrationInterface {
  name = 'TaskTexts1796980000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tasks_search');
    await runner.query(`CREATE TABLE task_texts (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      project_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      text text NOT NULL
    )`);
    await runner.query(`INSERT INTO task_texts (company_id, id, project_id, created_at, text)
      SELECT company_id, id, project_id, created_at, lower(tid || E'\\n' || title || E'\\n' || coalesce(description, '')) FROM tasks`);
    await runner.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await runner.query(`ALTER TABLE task_texts
      ADD CONSTRAINT task_texts_pkey PRIMARY KEY (company_id, id),
      ADD CONSTRAINT task_texts_id_fkey FOREIGN KEY (company_id, id)
        REFERENCES tasks (company_id, id) ON DELETE CASCADE`);
    await runner.query('CREATE INDEX task_texts_search ON task_texts USING gin (text gin_trgm_ops)');
    await runner.query('ANALYZE task_texts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_texts');
    await runner.query(`CREATE INDEX tasks_search ON tasks
      USING gin ((tid || E'\\n' || title || E'\\n' || coalesce(description, '')) gin_trgm_ops)`);
  }
}
