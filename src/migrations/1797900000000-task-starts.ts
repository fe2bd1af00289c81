import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the work on a task begins. */
export class TaskStarts1797900000000 implements MigrationInterface {
  name = 'TaskStarts1797900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks ADD COLUMN start_date timestamptz(3)');
    await runner.query('CREATE INDEX tasks_start_date ON tasks (company_id, start_date)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP COLUMN start_date');
  }
}
