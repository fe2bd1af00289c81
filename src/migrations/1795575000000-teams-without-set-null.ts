import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Citus takes no `ON DELETE SET NULL`: the service takes projects out of a team before it deletes that. */
export class TeamsWithoutSetNull1795575000000 implements MigrationInterface {
  name = 'TeamsWithoutSetNull1795575000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(references(''));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(references('ON DELETE SET NULL (team_id)'));
  }
}

const references = (onDelete: string) => `ALTER TABLE projects DROP CONSTRAINT projects_team_fkey,
  ADD CONSTRAINT projects_team_fkey FOREIGN KEY (company_id, team_id) REFERENCES teams (company_id, id) ${onDelete}`;
