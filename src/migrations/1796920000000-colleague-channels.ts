import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where colleagues speak besides their chat, and how they fare. */
export class ColleagueChannels1796920000000 implements MigrationInterface {
  name = 'ColleagueChannels1796920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE virtual_colleagues ADD notifications jsonb NOT NULL DEFAULT '{}',
      ADD chat_disabled_reason text, ADD chat_gone_runs integer NOT NULL DEFAULT 0,
      ADD failed_runs integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE virtual_colleagues DROP notifications, DROP chat_disabled_reason, DROP chat_gone_runs,
      DROP failed_runs`);
  }
}
