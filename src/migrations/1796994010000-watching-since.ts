import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps since when people watch, so that the inbox tells them of nothing that was before. */
export class WatchingSince1796994010000 implements MigrationInterface {
  name = 'WatchingSince1796994010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE task_watchers ADD COLUMN since timestamptz(3)');
    await runner.query('ALTER TABLE project_watches ADD COLUMN since timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE project_watches DROP COLUMN since');
    await runner.query('ALTER TABLE task_watchers DROP COLUMN since');
  }
}
