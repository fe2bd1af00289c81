import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['shown_name', 'display_name', 'formatted', 'given_name', 'family_name'];

/** The names of users as directories send them. */
export class ScimNames1796997500000 implements MigrationInterface {
  name = 'ScimNames1796997500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE scim_users ${COLUMNS.map((column) => `ADD ${column} text`).join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE scim_users ${COLUMNS.map((column) => `DROP ${column}`).join(', ')}`);
  }
}
