import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that rotate, the health of receivers, and what they answer. */
export class WebhookHealth1795521000000 implements MigrationInterface {
  name = 'WebhookHealth1795521000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN answers');
    await runner.query('DROP TABLE webhook_health');
    await runner.query(
      `ALTER TABLE webhooks DROP COLUMN previous_secret, DROP COLUMN previous_valid_until, DROP COLUMN backoff,
        DROP COLUMN disabled_reason, DROP COLUMN disabled_at`,
    );
  }
}

const STATEMENTS = [
  `ALTER TABLE webhooks ADD COLUMN previous_secret text, ADD COLUMN previous_valid_until timestamptz(3),
    ADD COLUMN backoff boolean NOT NULL DEFAULT false, ADD COLUMN disabled_reason text,
    ADD COLUMN disabled_at timestamptz(3)`,

  // A table beside webhooks: a change of a webhook locks its row, and workers must not wait for that lock. PostgreSQL
  // updates these rows in place, because no index contains the changing columns.
  `CREATE TABLE webhook_health (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    last_success_at timestamptz(3),
    last_failure_at timestamptz(3),
    failing_since timestamptz(3),
    failed_attempts integer NOT NULL DEFAULT 0,
    CONSTRAINT webhook_health_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhook_health_id_fkey FOREIGN KEY (company_id, id)
      REFERENCES webhooks (company_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50)`,
  'INSERT INTO webhook_health (company_id, id) SELECT company_id, id FROM webhooks',

  `ALTER TABLE webhook_deliveries ADD COLUMN answers jsonb NOT NULL DEFAULT '{}'`,
];
