import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each invitation counts to the limit of a day, also one that is sent again. */
export class InvitationsSentAgain1798800000000 implements MigrationInterface {
  name = 'InvitationsSentAgain1798800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users ADD COLUMN earlier_invitations timestamptz[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN earlier_invitations');
  }
}
