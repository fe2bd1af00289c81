import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions of before the write permit cannot write events any more: theirs are of an older generation. Every later version
 * that still runs after a migration is refused by the permit.
 */
export class NewerEvents1796995000000 implements MigrationInterface {
  name = 'NewerEvents1796995000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE event_positions SET generation = 3');
    await runner.query('ALTER TABLE event_positions ADD CONSTRAINT event_positions_generation CHECK (generation >= 3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_positions DROP CONSTRAINT event_positions_generation');
    await runner.query('UPDATE event_positions SET generation = 2');
  }
}
