import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports, what they remember of where things came from, and who may run one. */
export class Imports1796700000000 implements MigrationInterface {
  name = 'Imports1796700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE imports (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      source text NOT NULL,
      state text NOT NULL,
      name text NOT NULL,
      project_id uuid,
      project json,
      report json,
      mapping json NOT NULL,
      options json NOT NULL,
      token text,
      position json,
      done integer NOT NULL,
      total integer NOT NULL,
      bytes bigint,
      created_by_id uuid NOT NULL,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      error text,
      CONSTRAINT imports_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT imports_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
      CONSTRAINT imports_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id))`);
    await runner.query('CREATE INDEX imports_state ON imports (company_id, state)');
    await runner.query(`CREATE TABLE import_references (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      project_id uuid NOT NULL,
      source text NOT NULL,
      instance text NOT NULL,
      kind text NOT NULL,
      external_id text NOT NULL,
      thing_id uuid NOT NULL,
      task_id uuid,
      url text,
      import_id uuid NOT NULL,
      is_made boolean NOT NULL,
      written json NOT NULL,
      written_at timestamptz(3),
      CONSTRAINT import_references_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT import_references_external UNIQUE (company_id, project_id, source, instance, kind, external_id),
      CONSTRAINT import_references_project_fkey FOREIGN KEY (company_id, project_id)
        REFERENCES projects (company_id, id) ON DELETE CASCADE)`);
    await runner.query('CREATE INDEX import_references_thing ON import_references (company_id, thing_id)');
    await runner.query('CREATE INDEX import_references_task ON import_references (company_id, task_id)');
    await runner.query('CREATE INDEX import_references_import ON import_references (company_id, import_id, kind, id)');
    await runner.query('CREATE INDEX import_references_id ON import_references (company_id, source, external_id)');
    await runner.query(`CREATE TABLE import_leases (
      company_id uuid NOT NULL,
      import_id uuid NOT NULL,
      lease_id uuid NOT NULL,
      lease_until timestamptz(3) NOT NULL,
      CONSTRAINT import_leases_pkey PRIMARY KEY (company_id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_leases', 'import_references', 'imports']) await runner.query(`DROP TABLE ${table}`);
  }
}
