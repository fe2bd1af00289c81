import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of the console as rows: they can be listed and ended. */
export class Sessions1796500000000 implements MigrationInterface {
  name = 'Sessions1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sessions (
      token_hash bytea NOT NULL,
      id uuid NOT NULL,
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      credential_version integer NOT NULL,
      method text NOT NULL,
      ip text,
      user_agent text,
      created_at timestamptz(3) NOT NULL,
      last_seen_at timestamptz(3) NOT NULL,
      CONSTRAINT sessions_pkey PRIMARY KEY (token_hash)
    )`);
    await runner.query('CREATE INDEX sessions_user_id ON sessions (company_id, user_id)');
    await runner.query('CREATE INDEX sessions_created_at ON sessions (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
  }
}
