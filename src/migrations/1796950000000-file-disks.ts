import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The folders of files that running services keep on disks: several are told of at the start. */
export class FileDisks1796950000000 implements MigrationInterface {
  name = 'FileDisks1796950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE file_disks (
      id uuid NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      CONSTRAINT file_disks_pkey PRIMARY KEY (id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE file_disks');
  }
}
