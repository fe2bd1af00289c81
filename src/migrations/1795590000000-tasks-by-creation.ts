import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tasks before a far page are counted in the index, also for callers who reach some projects only. */
export class TasksByCreation1795590000000 implements MigrationInterface {
  name = 'TasksByCreation1795590000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tasks_created_at');
    await runner.query('CREATE INDEX tasks_created_at ON tasks (company_id, created_at, id) INCLUDE (project_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tasks_created_at');
    await runner.query('CREATE INDEX tasks_created_at ON tasks (company_id, created_at, id)');
  }
}
