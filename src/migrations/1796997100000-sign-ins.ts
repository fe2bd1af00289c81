import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When sessions were signed in to, and authenticators confirmed. Those that are there count as confirmed
 * now, and so after every sign-in that there is.
 */
export class SignIns1796997100000 implements MigrationInterface {
  name = 'SignIns1796997100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN signed_in_at timestamptz(3)');
    await runner.query('UPDATE sessions SET signed_in_at = created_at');
    await runner.query('ALTER TABLE sessions ALTER COLUMN signed_in_at SET NOT NULL');
    await runner.query('ALTER TABLE totp_factors ADD COLUMN confirmed_at timestamptz(3)');
    const confirm = 'UPDATE totp_factors SET confirmed_at = $1 WHERE pending_until IS NULL';
    await runner.query(confirm, [new Date().toISOString()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE totp_factors DROP COLUMN confirmed_at');
    await runner.query('ALTER TABLE sessions DROP COLUMN signed_in_at');
  }
}
