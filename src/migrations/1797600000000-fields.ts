import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fields that companies make for their tasks, and the values that tasks have of them. */
export class Fields1797600000000 implements MigrationInterface {
  name = 'Fields1797600000000';

  async up(runner: QueryRunner): Promise<void> {
    // A field that was deleted keeps its row: its key is taken for ever, and stored filters show its name.
    await runner.query(`CREATE TABLE fields (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      key text NOT NULL,
      name text NOT NULL,
      type text NOT NULL,
      description text,
      options jsonb NOT NULL DEFAULT '[]',
      project_ids uuid[],
      position integer NOT NULL,
      archived boolean NOT NULL DEFAULT false,
      deleted_at timestamptz(3),
      is_purged boolean NOT NULL DEFAULT false,
      purged_until uuid,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT fields_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT fields_key UNIQUE (company_id, key),
      CONSTRAINT fields_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query('CREATE UNIQUE INDEX fields_name ON fields (company_id, lower(name)) WHERE deleted_at IS NULL');
    await runner.query(
      'CREATE INDEX fields_unpurged ON fields (company_id) WHERE deleted_at IS NOT NULL AND NOT is_purged',
    );
    // Beside the tasks: a list that does not ask for values does not read them.
    await runner.query(`CREATE TABLE task_values (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      custom jsonb NOT NULL,
      CONSTRAINT task_values_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT task_values_id_fkey FOREIGN KEY (company_id, id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX task_values_custom ON task_values USING gin (custom jsonb_path_ops)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_values');
    await runner.query('DROP TABLE fields');
  }
}
