import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which tasks have to do with each other. */
export class TaskLinks1797700000000 implements MigrationInterface {
  name = 'TaskLinks1797700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE task_links (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      type text NOT NULL,
      first_id uuid NOT NULL,
      second_id uuid NOT NULL,
      duplicate_id uuid,
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT task_links_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT task_links_first_fkey FOREIGN KEY (company_id, first_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE,
      CONSTRAINT task_links_second_fkey FOREIGN KEY (company_id, second_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE UNIQUE INDEX task_links_pair ON task_links (company_id, first_id, second_id, type)');
    await runner.query('CREATE INDEX task_links_second ON task_links (company_id, second_id)');
    await runner.query(
      'CREATE INDEX task_links_duplicate ON task_links (company_id, duplicate_id) WHERE duplicate_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_links');
  }
}
