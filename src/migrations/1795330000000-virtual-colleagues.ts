import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Virtual Colleagues, their projects, their runs and their activity. */
export class VirtualColleagues1795330000000 implements MigrationInterface {
  name = 'VirtualColleagues1795330000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`DROP TABLE ${table}`);
  }
}

const TABLES = [
  'virtual_colleagues',
  'virtual_colleague_projects',
  'virtual_colleague_runs',
  'virtual_colleague_activity',
];

const STATEMENTS = [
  `CREATE TABLE virtual_colleagues (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    description text,
    avatar text,
    active boolean NOT NULL,
    frequency text NOT NULL,
    time text,
    timezone text NOT NULL,
    all_projects boolean NOT NULL,
    settings jsonb NOT NULL,
    chat_url text,
    owner_id uuid NOT NULL,
    next_run_at timestamptz(3),
    last_run_at timestamptz(3),
    last_run_status text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleagues_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleagues_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    CONSTRAINT virtual_colleagues_owner_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id)
  )`,
  // The scheduler looks for due colleagues over all companies.
  `CREATE INDEX virtual_colleagues_next_run ON virtual_colleagues (next_run_at) WHERE next_run_at IS NOT NULL`,

  `CREATE TABLE virtual_colleague_projects (
    company_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    project_id uuid NOT NULL,
    position integer NOT NULL,
    CONSTRAINT virtual_colleague_projects_pkey PRIMARY KEY (company_id, colleague_id, project_id),
    CONSTRAINT virtual_colleague_projects_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE,
    CONSTRAINT virtual_colleague_projects_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_projects_project ON virtual_colleague_projects (company_id, project_id)`,

  `CREATE TABLE virtual_colleague_runs (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    kind text NOT NULL,
    trigger text NOT NULL,
    status text NOT NULL,
    tasks_scanned integer NOT NULL,
    actions_generated integer NOT NULL,
    sent integer NOT NULL,
    failed integer NOT NULL,
    duration_ms integer,
    started_at timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    error text,
    lease_until timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_runs_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleague_runs_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_runs_colleague ON virtual_colleague_runs (company_id, colleague_id, started_at, id)`,
  `CREATE UNIQUE INDEX virtual_colleague_runs_running ON virtual_colleague_runs (company_id, colleague_id)
    WHERE status = 'running'`,
  `CREATE INDEX virtual_colleague_runs_lease ON virtual_colleague_runs (lease_until) WHERE status = 'running'`,

  `CREATE TABLE virtual_colleague_activity (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    run_id uuid NOT NULL,
    position integer NOT NULL,
    type text NOT NULL,
    rule text NOT NULL,
    subject_id uuid NOT NULL,
    task_id uuid,
    user_id uuid,
    project_ids uuid[] NOT NULL,
    message text NOT NULL,
    status text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_activity_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleague_activity_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE,
    CONSTRAINT virtual_colleague_activity_run_fkey FOREIGN KEY (company_id, run_id)
      REFERENCES virtual_colleague_runs (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_activity_run ON virtual_colleague_activity (company_id, run_id, position)`,
  // The log, newest first; the actions of a scan in the order in which they were made.
  `CREATE INDEX virtual_colleague_activity_newest
    ON virtual_colleague_activity (company_id, colleague_id, created_at DESC, run_id DESC, position)`,
  `CREATE INDEX virtual_colleague_activity_subject
    ON virtual_colleague_activity (company_id, colleague_id, rule, subject_id, created_at)`,
];
