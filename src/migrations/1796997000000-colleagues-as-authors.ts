import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose key something was made with: it is that colleague's own, and not its user's. */
export class ColleaguesAsAuthors1796997000000 implements MigrationInterface {
  name = 'ColleaguesAsAuthors1796997000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE time_entries ADD COLUMN colleague_id uuid');
    await runner.query('ALTER TABLE attachments ADD COLUMN colleague_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments DROP COLUMN colleague_id');
    await runner.query('ALTER TABLE time_entries DROP COLUMN colleague_id');
  }
}
