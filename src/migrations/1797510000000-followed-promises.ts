import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each broken promise is followed up once. */
export class FollowedPromises1797510000000 implements MigrationInterface {
  name = 'FollowedPromises1797510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE promises ADD COLUMN followed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE promises DROP COLUMN followed_at');
  }
}
