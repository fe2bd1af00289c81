import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Connecting an account with single sign-on can end the other sessions, once the browser is back. */
export class LinkingEndsSessions1796990000000 implements MigrationInterface {
  name = 'LinkingEndsSessions1796990000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_flows ADD COLUMN end_others boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sso_flows DROP COLUMN end_others');
  }
}
