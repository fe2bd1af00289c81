import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first tasks of a large company by title, status or priority are found without sorting all of them. */
export class TaskSorts1795580000000 implements MigrationInterface {
  name = 'TaskSorts1795580000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX tasks_title ON tasks (company_id, lower(title), id)');
    for (const column of ['status', 'priority']) {
      await runner.query(`DROP INDEX tasks_${column}`);
      await runner.query(`CREATE INDEX tasks_${column} ON tasks (company_id, ${column}, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['status', 'priority']) {
      await runner.query(`DROP INDEX tasks_${column}`);
      await runner.query(`CREATE INDEX tasks_${column} ON tasks (company_id, ${column})`);
    }
    await runner.query('DROP INDEX tasks_title');
  }
}
