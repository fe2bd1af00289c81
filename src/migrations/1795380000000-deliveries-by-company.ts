import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for due deliveries: workers find first the companies that have some, then those of one company. */
export class DeliveriesByCompany1795380000000 implements MigrationInterface {
  name = 'DeliveriesByCompany1795380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_due');
    await runner.query(
      `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, next_attempt_at) WHERE status = 'pending'`,
    );
    await runner.query(
      `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (company_id, webhook_id, next_attempt_at)
        WHERE status = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_waiting');
    await runner.query('DROP INDEX webhook_deliveries_due');
    await runner.query(
      `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending'`,
    );
  }
}
