import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks that come again. */
export class Recurrences1798300000000 implements MigrationInterface {
  name = 'Recurrences1798300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE recurrences (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      project_id uuid NOT NULL,
      template_id uuid,
      task jsonb,
      subtasks jsonb NOT NULL DEFAULT '[]',
      schedule jsonb NOT NULL,
      mode text NOT NULL,
      only_one_open boolean NOT NULL DEFAULT false,
      active boolean NOT NULL DEFAULT true,
      next_at timestamptz(3),
      due_at timestamptz(3),
      failing_since timestamptz(3),
      last_task_id uuid,
      last_ended_at timestamptz(3),
      made integer NOT NULL DEFAULT 0,
      skipped integer NOT NULL DEFAULT 0,
      created_by_id uuid,
      error text,
      is_told boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT recurrences_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT recurrences_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
      CONSTRAINT recurrences_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT recurrences_template_fkey FOREIGN KEY (company_id, template_id) REFERENCES templates (company_id, id),
      CONSTRAINT recurrences_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX recurrences_project ON recurrences (company_id, project_id)');
    await runner.query(`CREATE INDEX recurrences_template ON recurrences (company_id, template_id)
      WHERE template_id IS NOT NULL`);
    await runner.query('CREATE INDEX recurrences_created_by ON recurrences (company_id, created_by_id)');
    await runner.query('CREATE INDEX recurrences_due ON recurrences (due_at) WHERE due_at IS NOT NULL');
    await runner.query(`ALTER TABLE tasks ADD COLUMN recurrence_id uuid,
      ADD CONSTRAINT tasks_recurrence_fkey FOREIGN KEY (company_id, recurrence_id) REFERENCES recurrences (company_id, id)`);
    await runner.query(`CREATE INDEX tasks_recurrence ON tasks (company_id, recurrence_id)
      WHERE recurrence_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP COLUMN recurrence_id');
    await runner.query('DROP TABLE recurrences');
  }
}
