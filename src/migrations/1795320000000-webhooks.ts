import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, and the deliveries that every event fans out to. */
export class Webhooks1795320000000 implements MigrationInterface {
  name = 'Webhooks1795320000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER events_fan_out ON events');
    await runner.query('DROP FUNCTION fan_out_events()');
    for (const table of ['webhook_deliveries', 'webhooks']) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION make_uuid_v7()');
  }
}

const STATEMENTS = [
  // PostgreSQL 18 has one of its own, 15 to 17 have not.
  `CREATE FUNCTION make_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
      FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
  $$`,

  `CREATE TABLE webhooks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    project_id uuid,
    active boolean NOT NULL,
    secret text NOT NULL,
    header_names text[] NOT NULL,
    header_values text NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT webhooks_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhooks_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  // No foreign key to webhooks, because every event of a company would lock their rows; the worker deletes the deliveries
  // of a deleted webhook. No foreign key to events, because retention keeps them as long as a delivery needs them.
  `CREATE TABLE webhook_deliveries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    attempts jsonb NOT NULL,
    attempts_left integer NOT NULL,
    redelivery_asked boolean NOT NULL DEFAULT false,
    next_attempt_at timestamptz(3),
    claim_id uuid,
    claimed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, id)
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)`,
  `CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (company_id, webhook_id, created_at, id)`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending'`,

  // The trigger runs in the statement that writes the events, and so in the transaction of the change. Every committed
  // event has its deliveries, and a webhook that is created later gets none of them.
  `CREATE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO webhook_deliveries
        (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
      SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
      FROM inserted_events e JOIN webhooks w ON w.company_id = e.company_id
      WHERE w.active AND e.name = ANY (w.events) AND (w.project_id IS NULL OR w.project_id = e.project_id);
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER events_fan_out AFTER INSERT ON events REFERENCING NEW TABLE AS inserted_events
    FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events()`,
];
