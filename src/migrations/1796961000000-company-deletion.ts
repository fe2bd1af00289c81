import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companies that are to be deleted, which the operator can bring back until then. */
export class CompanyDeletion1796961000000 implements MigrationInterface {
  name = 'CompanyDeletion1796961000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies ADD COLUMN deleted_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE companies DROP COLUMN deleted_at');
  }
}
