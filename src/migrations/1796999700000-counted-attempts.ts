import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often work of every kind was begun and never ended, so that what kills its process is given up. */
export class CountedAttempts1796999700000 implements MigrationInterface {
  name = 'CountedAttempts1796999700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails ADD COLUMN begun integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE attachments ADD COLUMN begun_scans integer NOT NULL DEFAULT 0');
    await runner.query(`ALTER TABLE erasures ADD COLUMN attempts integer NOT NULL DEFAULT 0, ADD COLUMN lease_id uuid,
      ADD COLUMN lease_until timestamptz(3), ADD COLUMN error text`);
    await runner.query(`ALTER TABLE inbox_positions ADD COLUMN attempts integer NOT NULL DEFAULT 0,
      ADD COLUMN lease_id uuid, ADD COLUMN lease_until timestamptz(3), ADD COLUMN single_reads integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbox_positions DROP COLUMN single_reads, DROP COLUMN lease_until, DROP COLUMN lease_id,
      DROP COLUMN attempts`);
    await runner.query(
      'ALTER TABLE erasures DROP COLUMN error, DROP COLUMN lease_until, DROP COLUMN lease_id, DROP COLUMN attempts',
    );
    await runner.query('ALTER TABLE attachments DROP COLUMN begun_scans');
    await runner.query('ALTER TABLE mails DROP COLUMN begun');
  }
}
