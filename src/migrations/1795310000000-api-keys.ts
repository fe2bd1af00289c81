import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys with their usage, and companies that an operator has deactivated. */
export class ApiKeys1795310000000 implements MigrationInterface {
  name = 'ApiKeys1795310000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER companies_changed ON companies');
    await runner.query('DROP FUNCTION notify_company_changed()');
    await runner.query('ALTER TABLE companies DROP COLUMN active');
    for (const table of ['api_key_requests', 'api_key_endpoints', 'api_key_hashes', 'api_keys']) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query('DROP FUNCTION notify_api_key_revoked()');
  }
}

const STATEMENTS = [
  `CREATE TABLE api_keys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    request_count bigint NOT NULL,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT api_keys_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT api_keys_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX api_keys_user ON api_keys (company_id, user_id)`,

  // A directory, like the tables of e-mail addresses and mailed tokens. Revoked keys are deleted from it.
  `CREATE TABLE api_key_hashes (
    key_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT api_key_hashes_pkey PRIMARY KEY (key_hash)
  )`,
  `CREATE INDEX api_key_hashes_api_key_id ON api_key_hashes (api_key_id)`,
  `CREATE FUNCTION notify_api_key_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('api_key_revoked', encode(OLD.key_hash, 'hex')); RETURN NULL; END
  $$`,
  `CREATE TRIGGER api_key_hashes_changed AFTER UPDATE OR DELETE ON api_key_hashes
    FOR EACH ROW EXECUTE FUNCTION notify_api_key_revoked()`,

  `CREATE TABLE api_key_endpoints (
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    count bigint NOT NULL,
    last_at timestamptz(3) NOT NULL,
    CONSTRAINT api_key_endpoints_pkey PRIMARY KEY (company_id, api_key_id, method, route),
    CONSTRAINT api_key_endpoints_api_key_fkey FOREIGN KEY (company_id, api_key_id)
      REFERENCES api_keys (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE api_key_requests (
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    ip text NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT api_key_requests_pkey PRIMARY KEY (company_id, api_key_id, id),
    CONSTRAINT api_key_requests_api_key_fkey FOREIGN KEY (company_id, api_key_id)
      REFERENCES api_keys (company_id, id) ON DELETE CASCADE
  )`,

  // A deactivated company's users are refused; instances hear of it as of a changed user.
  `ALTER TABLE companies ADD COLUMN active boolean NOT NULL DEFAULT true`,
  `CREATE FUNCTION notify_company_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('company_changed', NEW.id::text); RETURN NULL; END
  $$`,
  `CREATE TRIGGER companies_changed AFTER UPDATE OF active ON companies
    FOR EACH ROW EXECUTE FUNCTION notify_company_changed()`,
];
