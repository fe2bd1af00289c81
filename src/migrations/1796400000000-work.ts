import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The work of agents: attempts at tasks, what they say, and what is known of each task between them. */
export class Work1796400000000 implements MigrationInterface {
  name = 'Work1796400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE works (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      task_id uuid NOT NULL,
      colleague_id uuid NOT NULL,
      api_key_id uuid NOT NULL,
      user_id uuid NOT NULL,
      state text NOT NULL,
      attempt integer NOT NULL,
      lease_number integer NOT NULL,
      lease_seconds integer NOT NULL,
      lease_until timestamptz(3),
      ends_at timestamptz(3),
      limit_at timestamptz(3),
      working_since timestamptz(3),
      worked_ms bigint NOT NULL,
      last_seen_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3),
      ended_reason text,
      progress integer NOT NULL,
      note text,
      plan jsonb NOT NULL,
      links jsonb NOT NULL,
      summary text,
      question jsonb,
      asked integer NOT NULL,
      answers jsonb NOT NULL,
      stop_cause text,
      stop_reason text,
      stop_at timestamptz(3),
      usage jsonb NOT NULL,
      review jsonb,
      activity_count integer NOT NULL,
      status_before text NOT NULL,
      status_by_person boolean NOT NULL,
      CONSTRAINT works_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT works_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE,
      CONSTRAINT works_colleague_fkey FOREIGN KEY (company_id, colleague_id)
        REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE,
      CONSTRAINT works_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE UNIQUE INDEX works_live ON works (company_id, task_id) WHERE ended_at IS NULL');
    await runner.query('CREATE INDEX works_live_of_agent ON works (company_id, colleague_id) WHERE ended_at IS NULL');
    await runner.query('CREATE INDEX works_task ON works (company_id, task_id, lease_number)');
    await runner.query('CREATE INDEX works_colleague ON works (company_id, colleague_id, created_at)');
    await runner.query('CREATE INDEX works_created_at ON works (company_id, created_at, id)');
    await runner.query(`CREATE TABLE work_activities (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      work_id uuid NOT NULL,
      at timestamptz(3) NOT NULL,
      type text NOT NULL,
      text text NOT NULL,
      data jsonb,
      CONSTRAINT work_activities_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT work_activities_work_fkey FOREIGN KEY (company_id, work_id) REFERENCES works (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX work_activities_work ON work_activities (company_id, work_id, id)');
    await runner.query(`CREATE TABLE task_works (
      company_id uuid NOT NULL,
      task_id uuid NOT NULL,
      last_number integer NOT NULL,
      base_number integer NOT NULL,
      failures integer NOT NULL,
      is_stuck boolean NOT NULL,
      is_held boolean NOT NULL,
      is_returned boolean NOT NULL,
      put_off_until timestamptz(3),
      delegated_by_id uuid,
      CONSTRAINT task_works_pkey PRIMARY KEY (company_id, task_id),
      CONSTRAINT task_works_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX task_works_returned ON task_works (company_id, task_id) WHERE is_returned');
    await runner.query('CREATE INDEX task_works_stuck ON task_works (company_id, task_id) WHERE is_stuck');
    await runner.query(`CREATE INDEX tasks_ready ON tasks (company_id, delegate_id,
        array_position(ARRAY['None', 'Low', 'Medium', 'High', 'Urgent'], priority) DESC, due_date, rank, id)
      WHERE delegate_id IS NOT NULL AND status <> 'Done'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX tasks_ready');
    await runner.query('DROP TABLE task_works');
    await runner.query('DROP TABLE work_activities');
    await runner.query('DROP TABLE works');
  }
}
