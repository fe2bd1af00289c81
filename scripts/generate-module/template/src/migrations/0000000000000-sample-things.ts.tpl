import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SampleThings0000000000000 implements MigrationInterface {
  name = 'SampleThings0000000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE sample_things (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      description text,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT sample_things_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT sample_things_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sample_things');
  }
}
