import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What mails are for, how many password resets each user was mailed, and when people were invited. */
export class MailedTokens1795410000000 implements MigrationInterface {
  name = 'MailedTokens1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    // A reset is good for 1 hour, an invitation for 7 days; one that is about to expire may be taken for a reset.
    await runner.query('ALTER TABLE mail_tokens ADD COLUMN kind text');
    await runner.query(`UPDATE mail_tokens
      SET kind = CASE WHEN expires_at > now() + interval '1 hour' THEN 'invitation' ELSE 'reset' END`);
    await runner.query('ALTER TABLE mail_tokens ALTER COLUMN kind SET NOT NULL');
    await runner.query(`CREATE TABLE reset_mails (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      mailed_at timestamptz[] NOT NULL,
      CONSTRAINT reset_mails_pkey PRIMARY KEY (company_id, user_id),
      CONSTRAINT reset_mails_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('ALTER TABLE users ADD COLUMN invited_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN invited_at');
    await runner.query('DROP TABLE reset_mails');
    await runner.query('ALTER TABLE mail_tokens DROP COLUMN kind');
  }
}
