import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports, one under way a company, and whose bytes are kept while one is. */
export class Exports1796960000000 implements MigrationInterface {
  name = 'Exports1796960000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE exports (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      project_id uuid,
      with_files boolean NOT NULL,
      state text NOT NULL,
      store text,
      bytes bigint,
      sha256 text,
      done integer NOT NULL,
      total integer NOT NULL,
      attempts integer NOT NULL,
      created_by_id uuid NOT NULL,
      expires_at timestamptz(3),
      lease_id uuid,
      lease_until timestamptz(3),
      CONSTRAINT exports_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT exports_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
      CONSTRAINT exports_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id))`);
    await runner.query(`CREATE UNIQUE INDEX exports_running ON exports (company_id) WHERE state = 'running'`);
    await runner.query(`CREATE TABLE file_keeps (
      company_id uuid NOT NULL,
      kept_until timestamptz(3) NOT NULL,
      CONSTRAINT file_keeps_pkey PRIMARY KEY (company_id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['file_keeps', 'exports']) await runner.query(`DROP TABLE ${table}`);
  }
}
