import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people promise of tasks, and answers of virtual colleagues in comments. */
export class Promises1797400000000 implements MigrationInterface {
  name = 'Promises1797400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE promises (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      task_id uuid NOT NULL,
      person_id uuid NOT NULL,
      until date NOT NULL,
      words text,
      source text NOT NULL,
      state text NOT NULL,
      made_in_review boolean NOT NULL,
      came_to_review boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3),
      CONSTRAINT promises_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT promises_person_fkey FOREIGN KEY (company_id, person_id) REFERENCES users (company_id, id),
      CONSTRAINT promises_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX promises_task ON promises (company_id, task_id, created_at)');
    await runner.query('CREATE INDEX promises_until ON promises (company_id, until, id)');
    await runner.query('CREATE INDEX promises_person ON promises (company_id, person_id)');
    await runner.query(
      'CREATE UNIQUE INDEX promises_open ON promises (company_id, task_id, person_id) WHERE ended_at IS NULL',
    );
    // The days that are over are looked for in all companies at once.
    await runner.query('CREATE INDEX promises_due ON promises (until, company_id) WHERE ended_at IS NULL');
    await runner.query(`CREATE INDEX virtual_colleague_activity_told ON virtual_colleague_activity
      (company_id, task_id, user_id, created_at) WHERE status = 'sent'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX virtual_colleague_activity_told');
    await runner.query('DROP TABLE promises');
  }
}
