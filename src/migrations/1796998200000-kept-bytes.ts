import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bytes of previews, and how often an import was begun. Previews of before count nothing. */
export class KeptBytes1796998200000 implements MigrationInterface {
  name = 'KeptBytes1796998200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE file_bytes ADD COLUMN preview_bytes bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE imports ADD COLUMN attempts integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN attempts');
    await runner.query('ALTER TABLE file_bytes DROP COLUMN preview_bytes');
  }
}
