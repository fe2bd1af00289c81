import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Directories that keep the users and teams of a company by SCIM. */
export class Scim1796550000000 implements MigrationInterface {
  name = 'Scim1796550000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE scim_tokens (
      token_hash bytea NOT NULL,
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      CONSTRAINT scim_tokens_pkey PRIMARY KEY (token_hash)
    )`);
    await runner.query('CREATE INDEX scim_tokens_company_id ON scim_tokens (company_id)');
    await runner.query(`CREATE TABLE scim_users (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      external_id text,
      removed_at timestamptz(3),
      CONSTRAINT scim_users_pkey PRIMARY KEY (company_id, user_id),
      CONSTRAINT scim_users_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX scim_users_external_id ON scim_users (company_id, external_id)');
    await runner.query(`CREATE TABLE scim_groups (
      company_id uuid NOT NULL,
      team_id uuid NOT NULL,
      external_id text,
      CONSTRAINT scim_groups_pkey PRIMARY KEY (company_id, team_id),
      CONSTRAINT scim_groups_team_fkey FOREIGN KEY (company_id, team_id) REFERENCES teams (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX scim_groups_external_id ON scim_groups (company_id, external_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['scim_groups', 'scim_users', 'scim_tokens']) await runner.query(`DROP TABLE ${table}`);
  }
}
