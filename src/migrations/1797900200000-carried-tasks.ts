import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was open when a sprint ended. */
export class CarriedTasks1797900200000 implements MigrationInterface {
  name = 'CarriedTasks1797900200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE carried_tasks (
      company_id uuid NOT NULL,
      sprint_id uuid NOT NULL,
      task_id uuid NOT NULL,
      CONSTRAINT carried_tasks_pkey PRIMARY KEY (company_id, sprint_id, task_id),
      CONSTRAINT carried_tasks_sprint_fkey FOREIGN KEY (company_id, sprint_id) REFERENCES sprints (company_id, id) ON DELETE CASCADE,
      CONSTRAINT carried_tasks_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX carried_tasks_task ON carried_tasks (company_id, task_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE carried_tasks');
  }
}
