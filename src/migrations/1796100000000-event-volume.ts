import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the bytes of a company's events of a day. */
export class EventVolume1796100000000 implements MigrationInterface {
  name = 'EventVolume1796100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_positions
      ADD COLUMN volume bigint NOT NULL DEFAULT 0, ADD COLUMN volume_day date`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_positions DROP COLUMN volume, DROP COLUMN volume_day');
  }
}
