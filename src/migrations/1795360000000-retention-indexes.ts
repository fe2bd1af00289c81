import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which retention finds old events and finished deliveries. Not BRIN: new rows fill the space of deleted ones
 * and its ranges only widen, so that after a month every range would look old.
 */
export class RetentionIndexes1795360000000 implements MigrationInterface {
  name = 'RetentionIndexes1795360000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX events_age ON events (occurred_at)');
    // Written once in the life of a delivery, when it is finished.
    await runner.query(
      `CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at) WHERE status <> 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_age');
    await runner.query('DROP INDEX events_age');
  }
}
