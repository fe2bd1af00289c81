import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which tasks a webhook hears of, and who wrote that: `me` and the time zone are theirs. */
export class WebhookFilter1796032000000 implements MigrationInterface {
  name = 'WebhookFilter1796032000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks ADD COLUMN filter text, ADD COLUMN filter_author_id uuid');
    await runner.query(`ALTER TABLE webhooks ADD CONSTRAINT webhooks_filter_author_fkey
      FOREIGN KEY (company_id, filter_author_id) REFERENCES users (company_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks DROP COLUMN filter_author_id, DROP COLUMN filter');
  }
}
