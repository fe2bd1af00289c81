import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authenticators, recovery codes and passkeys; companies that require one; when users last signed in. */
export class SecondFactors1796510000000 implements MigrationInterface {
  name = 'SecondFactors1796510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE totp_factors (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      secret text NOT NULL,
      pending_until timestamptz(3),
      used_steps bigint[] NOT NULL,
      CONSTRAINT totp_factors_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT totp_factors_id_fkey FOREIGN KEY (company_id, id) REFERENCES users (company_id, id)
    )`);
    await runner.query(`CREATE TABLE recovery_codes (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      selector text NOT NULL,
      code_hash text NOT NULL,
      CONSTRAINT recovery_codes_pkey PRIMARY KEY (company_id, user_id, selector),
      CONSTRAINT recovery_codes_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query(`CREATE TABLE code_failures (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      count integer NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT code_failures_pkey PRIMARY KEY (company_id, user_id),
      CONSTRAINT code_failures_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query(`CREATE TABLE passkeys (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      name text NOT NULL,
      credential_id text NOT NULL,
      public_key bytea NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      synced boolean NOT NULL,
      last_used_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT passkeys_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT passkeys_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX passkeys_user_id ON passkeys (company_id, user_id)');
    await runner.query('ALTER TABLE companies ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE users ADD COLUMN last_sign_in_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN last_sign_in_at');
    await runner.query('ALTER TABLE companies DROP COLUMN require_second_factor');
    for (const table of ['passkeys', 'code_failures', 'recovery_codes', 'totp_factors']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
