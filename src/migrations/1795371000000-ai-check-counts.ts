import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many AI checks each company has made on its last day of any: one row, which does not go with a deleted colleague. */
export class AiCheckCounts1795371000000 implements MigrationInterface {
  name = 'AiCheckCounts1795371000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE ai_check_counts (
      company_id uuid NOT NULL,
      day date NOT NULL,
      count integer NOT NULL,
      CONSTRAINT ai_check_counts_pkey PRIMARY KEY (company_id),
      CONSTRAINT ai_check_counts_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ai_check_counts');
  }
}
