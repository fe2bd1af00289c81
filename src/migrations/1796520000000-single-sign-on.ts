import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companies that sign in through their directory. */
export class SingleSignOn1796520000000 implements MigrationInterface {
  name = 'SingleSignOn1796520000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sso_connections (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      client_secret text NOT NULL,
      auto_provision boolean NOT NULL,
      default_role text NOT NULL,
      role_claim text,
      role_map jsonb NOT NULL,
      trust_email text NOT NULL,
      required boolean NOT NULL,
      enabled boolean NOT NULL,
      tested_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT sso_connections_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT sso_connections_company_id UNIQUE (company_id),
      CONSTRAINT sso_connections_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query(`CREATE TABLE sso_domains (
      company_id uuid NOT NULL,
      name text NOT NULL,
      token text NOT NULL,
      verified_at timestamptz(3),
      CONSTRAINT sso_domains_pkey PRIMARY KEY (company_id, name),
      CONSTRAINT sso_domains_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query(`CREATE TABLE verified_domains (
      name text NOT NULL,
      company_id uuid NOT NULL,
      CONSTRAINT verified_domains_pkey PRIMARY KEY (name)
    )`);
    await runner.query(`CREATE TABLE identities (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      issuer text NOT NULL,
      sub text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3),
      CONSTRAINT identities_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT identities_company_id_issuer_sub UNIQUE (company_id, issuer, sub),
      CONSTRAINT identities_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX identities_user_id ON identities (company_id, user_id)');
    await runner.query(`CREATE TABLE sso_flows (
      state_hash bytea NOT NULL,
      browser_hash bytea NOT NULL,
      company_id uuid NOT NULL,
      issuer text NOT NULL,
      user_id uuid,
      session_hash bytea,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT sso_flows_pkey PRIMARY KEY (state_hash)
    )`);
    await runner.query('CREATE INDEX sso_flows_expires_at ON sso_flows (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sso_flows', 'identities', 'verified_domains', 'sso_domains', 'sso_connections']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
