import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many tasks a lane is meant to hold. */
export class LaneLimits1797300000000 implements MigrationInterface {
  name = 'LaneLimits1797300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_lanes ADD COLUMN task_limit integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_lanes DROP COLUMN task_limit');
  }
}
