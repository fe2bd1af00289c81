import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pings and test events, which are in no log, bring their own body; webhooks subscribe with `*`, too. */
export class DeliveriesOfTheirOwn1795520000000 implements MigrationInterface {
  name = 'DeliveriesOfTheirOwn1795520000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN body text, ADD COLUMN actor_id uuid');
    await runner.query(fanOut(`w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(fanOut('e.name = ANY (w.events)'));
    // An older version finds no event for these deliveries: it drops the pending ones, and cannot redeliver the others.
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN body, DROP COLUMN actor_id');
  }
}

const fanOut = (
  isSubscribed: string,
) => `CREATE OR REPLACE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO webhook_deliveries
        (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
      SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
      FROM inserted_events e JOIN webhooks w ON w.company_id = e.company_id
      WHERE w.active AND ${isSubscribed} AND (w.project_id IS NULL OR w.project_id = e.project_id);
      RETURN NULL;
    END
  $$`;
