import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Programs that people connect by OAuth: the clients, codes and tokens are directories, which are read before the company is
 * known. What such a program does says so.
 */
export class Connections1798500000000 implements MigrationInterface {
  name = 'Connections1798500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE companies ADD COLUMN oauth text NOT NULL DEFAULT 'everyone'`);
    await runner.query('ALTER TABLE events ADD COLUMN via json');
    await runner.query('ALTER TABLE task_activity ADD COLUMN via json');
    await runner.query('ALTER TABLE task_descriptions ADD COLUMN via json');
    await runner.query(`CREATE TABLE oauth_clients (
      id uuid NOT NULL,
      name text NOT NULL,
      uri text,
      redirect_uris text[] NOT NULL,
      network_hash bytea NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3) NOT NULL,
      CONSTRAINT oauth_clients_pkey PRIMARY KEY (id)
    )`);
    await runner.query('CREATE INDEX oauth_clients_network ON oauth_clients (network_hash, created_at)');
    await runner.query('CREATE INDEX oauth_clients_last_used_at ON oauth_clients (last_used_at)');
    await runner.query(`CREATE TABLE oauth_codes (
      code_hash bytea NOT NULL,
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      credential_version integer NOT NULL,
      colleague_id uuid,
      client_id text NOT NULL,
      client_name text NOT NULL,
      redirect_uri text NOT NULL,
      challenge text NOT NULL,
      resource text NOT NULL,
      scope text NOT NULL,
      project_ids uuid[],
      expires_at timestamptz(3) NOT NULL,
      used_at timestamptz(3),
      grant_id uuid NOT NULL,
      CONSTRAINT oauth_codes_pkey PRIMARY KEY (code_hash)
    )`);
    await runner.query('CREATE INDEX oauth_codes_user ON oauth_codes (company_id, user_id)');
    await runner.query('CREATE INDEX oauth_codes_expires_at ON oauth_codes (expires_at)');
    await runner.query(`CREATE TABLE oauth_tokens (
      token_hash bytea NOT NULL,
      company_id uuid NOT NULL,
      grant_id uuid NOT NULL,
      kind text NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      used_at timestamptz(3),
      CONSTRAINT oauth_tokens_pkey PRIMARY KEY (token_hash)
    )`);
    await runner.query('CREATE INDEX oauth_tokens_grant ON oauth_tokens (company_id, grant_id)');
    await runner.query('CREATE INDEX oauth_tokens_expires_at ON oauth_tokens (expires_at)');
    await runner.query(`CREATE TABLE oauth_grants (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      credential_version integer NOT NULL,
      colleague_id uuid,
      client_id text NOT NULL,
      client_name text NOT NULL,
      resource text NOT NULL,
      scope text NOT NULL,
      project_ids uuid[],
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT oauth_grants_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT oauth_grants_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX oauth_grants_user ON oauth_grants (company_id, user_id)');
    await runner.query('CREATE INDEX oauth_grants_expires_at ON oauth_grants (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['oauth_grants', 'oauth_tokens', 'oauth_codes', 'oauth_clients']) {
      await runner.query(`DROP TABLE ${table}`);
    }
    for (const table of ['task_descriptions', 'task_activity', 'events']) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN via`);
    }
    await runner.query('ALTER TABLE companies DROP COLUMN oauth');
  }
}
