import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Virtual colleagues write comments, in answer to people. */
export class Answers1797410000000 implements MigrationInterface {
  name = 'Answers1797410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comments ALTER COLUMN author_id DROP NOT NULL');
    await runner.query(`CREATE TABLE answer_hints (
      company_id uuid NOT NULL,
      task_id uuid NOT NULL,
      person_id uuid NOT NULL,
      told_at timestamptz(3) NOT NULL,
      CONSTRAINT answer_hints_pkey PRIMARY KEY (company_id, task_id, person_id),
      CONSTRAINT answer_hints_person_fkey FOREIGN KEY (company_id, person_id) REFERENCES users (company_id, id),
      CONSTRAINT answer_hints_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE answer_hints');
    await runner.query('DELETE FROM comments WHERE author_id IS NULL');
    await runner.query('ALTER TABLE comments ALTER COLUMN author_id SET NOT NULL');
  }
}
