import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scheduler jumps from company to company among those that are due. */
export class DueCompanies1795390000000 implements MigrationInterface {
  name = 'DueCompanies1795390000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX virtual_colleagues_next_run');
    await runner.query(`CREATE INDEX virtual_colleagues_next_run ON virtual_colleagues (next_run_at, company_id)
      WHERE next_run_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX virtual_colleagues_next_run');
    await runner.query(`CREATE INDEX virtual_colleagues_next_run ON virtual_colleagues (next_run_at)
      WHERE next_run_at IS NOT NULL`);
  }
}
