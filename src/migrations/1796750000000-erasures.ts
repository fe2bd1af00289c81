import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is being erased: what is left to do, until it is done. */
export class Erasures1796750000000 implements MigrationInterface {
  name = 'Erasures1796750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE erasures (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      email text NOT NULL,
      name text NOT NULL,
      requested_by_id uuid NOT NULL,
      requested_at timestamptz(3) NOT NULL,
      CONSTRAINT erasures_pkey PRIMARY KEY (company_id, user_id),
      CONSTRAINT erasures_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erasures');
  }
}
