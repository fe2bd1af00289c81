import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The descriptions that tasks had. */
export class TaskDescriptions1798100000000 implements MigrationInterface {
  name = 'TaskDescriptions1798100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE task_descriptions (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      task_id uuid NOT NULL,
      at timestamptz(3) NOT NULL,
      begun_at timestamptz(3) NOT NULL,
      actor_id uuid,
      actor_colleague json,
      may_grow boolean NOT NULL,
      text text,
      CONSTRAINT task_descriptions_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT task_descriptions_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX task_descriptions_task ON task_descriptions (company_id, task_id, at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_descriptions');
  }
}
