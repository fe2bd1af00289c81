import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tasks are made from. */
export class Templates1798000000000 implements MigrationInterface {
  name = 'Templates1798000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE templates (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      description text,
      project_id uuid,
      task jsonb NOT NULL,
      subtasks jsonb NOT NULL DEFAULT '[]',
      created_by_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT templates_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT templates_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
      CONSTRAINT templates_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT templates_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX templates_project ON templates (company_id, project_id)');
    await runner.query('CREATE INDEX templates_created_by ON templates (company_id, created_by_id)');
    await runner.query(`CREATE UNIQUE INDEX templates_name ON templates (company_id, project_id, lower(name))
      WHERE project_id IS NOT NULL`);
    await runner.query(`CREATE UNIQUE INDEX templates_company_name ON templates (company_id, lower(name))
      WHERE project_id IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE templates');
  }
}
