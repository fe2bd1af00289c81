import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of which no preview can be made are not tried again. */
export class NoPreviews1796999000000 implements MigrationInterface {
  name = 'NoPreviews1796999000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE file_bytes ADD COLUMN has_no_preview boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE file_bytes DROP COLUMN has_no_preview');
  }
}
