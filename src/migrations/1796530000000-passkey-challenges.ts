import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What authenticators have to sign. */
export class PasskeyChallenges1796530000000 implements MigrationInterface {
  name = 'PasskeyChallenges1796530000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE passkey_challenges (
      challenge_hash bytea NOT NULL,
      user_id uuid,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash)
    )`);
    await runner.query('CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at)');
    await runner.query('CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (company_id, credential_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX passkeys_credential_id');
    await runner.query('DROP TABLE passkey_challenges');
  }
}
