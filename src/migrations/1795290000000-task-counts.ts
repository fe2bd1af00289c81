import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects keep count of their tasks. */
export class TaskCounts1795290000000 implements MigrationInterface {
  name = 'TaskCounts1795290000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE project_counters ADD COLUMN task_count integer NOT NULL DEFAULT 0');
    await runner.query(`UPDATE project_counters c SET task_count =
      (SELECT count(*) FROM tasks t WHERE t.company_id = c.company_id AND t.project_id = c.project_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE project_counters DROP COLUMN task_count');
  }
}
