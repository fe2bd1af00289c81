import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that wait to be sent, due moments that have been told, and what entries remember of being read and done. */
export class InboxMail1796200000000 implements MigrationInterface {
  name = 'InboxMail1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbox_entries ADD was_read boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE inbox_entries ADD done_at timestamptz(3)');
    await runner.query('UPDATE inbox_entries SET was_read = NOT unread');
    await runner.query('UPDATE inbox_entries SET done_at = now() WHERE done');
    await runner.query('ALTER TABLE inbox_entries ALTER was_read DROP DEFAULT');
    await runner.query(`CREATE INDEX inbox_entries_unmailed ON inbox_entries (company_id, user_id)
      WHERE unread AND (for_digest OR soon_at IS NOT NULL)`);
    await runner.query("ALTER TABLE notification_settings ADD mailed_at timestamptz[] NOT NULL DEFAULT '{}'");
    await runner.query(`CREATE TABLE due_positions (
      company_id uuid NOT NULL,
      told_until timestamptz(3) NOT NULL,
      CONSTRAINT due_positions_pkey PRIMARY KEY (company_id),
      CONSTRAINT due_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query('INSERT INTO due_positions (company_id, told_until) SELECT id, now() FROM companies');
    await runner.query(`CREATE TABLE mails (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      thread text,
      token text NOT NULL,
      attempts integer NOT NULL,
      attempt_id uuid,
      next_attempt_at timestamptz(3) NOT NULL,
      give_up_at timestamptz(3) NOT NULL,
      CONSTRAINT mails_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT mails_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX mails_due ON mails (next_attempt_at)');
    await runner.query('CREATE INDEX mails_user ON mails (company_id, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails, due_positions');
    await runner.query('ALTER TABLE notification_settings DROP mailed_at');
    await runner.query('DROP INDEX inbox_entries_unmailed');
    await runner.query('ALTER TABLE inbox_entries DROP done_at, DROP was_read');
  }
}
