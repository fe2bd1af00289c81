import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the few tasks that agents cannot take, or only last, among all that were ever worked on, and keeps
 * where a task was handed in to.
 */
export class ClaimsInTime1796992000000 implements MigrationInterface {
  name = 'ClaimsInTime1796992000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX task_works_unready ON task_works (company_id, task_id) WHERE is_stuck OR is_held');
    await runner.query(
      'CREATE INDEX task_works_put_off ON task_works (company_id, task_id) WHERE put_off_until IS NOT NULL',
    );
    await runner.query('ALTER TABLE works ADD COLUMN submitted_to text');
    await runner.query(`UPDATE works SET submitted_to = 'In Review' WHERE state = 'submitted' AND ended_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE works DROP COLUMN submitted_to');
    await runner.query('DROP INDEX task_works_put_off');
    await runner.query('DROP INDEX task_works_unready');
  }
}
