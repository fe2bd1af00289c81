/** Virtual Colleagues, their projects, their runs and what they said. */
export const COLLEAGUES: readonly string[] = [
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
    rules jsonb NOT NULL DEFAULT '[]',
    notifications jsonb NOT NULL DEFAULT '{}',
    chat_disabled_reason text,
    chat_gone_runs integer NOT NULL DEFAULT 0,
    failed_runs integer NOT NULL DEFAULT 0,
    CONSTRAINT virtual_colleagues_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleagues_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    CONSTRAINT virtual_colleagues_owner_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id)
  )`,
  // The schedule jumps from company to company among those that are due.
  `CREATE INDEX virtual_colleagues_next_run ON virtual_colleagues (next_run_at, company_id) WHERE next_run_at IS NOT NULL`,

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

  // The one run of a colleague, and until when its process has it.
  `CREATE TABLE virtual_colleague_leases (
    company_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    run_id uuid NOT NULL,
    lease_until timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_leases_pkey PRIMARY KEY (company_id, colleague_id),
    CONSTRAINT virtual_colleague_leases_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_leases_until ON virtual_colleague_leases (lease_until)`,

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
    by_rule jsonb NOT NULL DEFAULT '{}',
    held jsonb NOT NULL DEFAULT '{"away": 0, "muted": 0, "budget": 0, "repeat": 0}',
    CONSTRAINT virtual_colleague_runs_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleague_runs_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX virtual_colleague_runs_colleague ON virtual_colleague_runs (company_id, colleague_id, started_at, id)`,

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
    why jsonb,
    held text,
    CONSTRAINT virtual_colleague_activity_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT virtual_colleague_activity_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX virtual_colleague_activity_run ON virtual_colleague_activity (company_id, run_id, position)`,
  // The log, newest first; the actions of a scan in the order in which they were made.
  `CREATE INDEX virtual_colleague_activity_newest
    ON virtual_colleague_activity (company_id, colleague_id, created_at DESC, run_id DESC, position)`,

  // The messages of earlier scans: a message is not repeated for some time, and escalates after some repetitions.
  `CREATE TABLE virtual_colleague_said (
    company_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    rule text NOT NULL,
    subject_id uuid NOT NULL,
    run_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    user_id uuid NOT NULL,
    held text,
    CONSTRAINT virtual_colleague_said_pkey PRIMARY KEY (company_id, colleague_id, rule, subject_id, user_id, run_id),
    CONSTRAINT virtual_colleague_said_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_said_at ON virtual_colleague_said (company_id, colleague_id, at)`,

  `CREATE TABLE virtual_colleague_feedback (
    company_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    rule text NOT NULL,
    task_id uuid,
    useful boolean NOT NULL,
    note text,
    at timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_feedback_pkey PRIMARY KEY (company_id, activity_id, user_id),
    CONSTRAINT virtual_colleague_feedback_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_feedback_rule ON virtual_colleague_feedback (company_id, colleague_id, rule, task_id)`,

  // How many AI checks each company has made on its last day of any: one row, which does not go with a deleted colleague.
  `CREATE TABLE ai_check_counts (
    company_id uuid NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    CONSTRAINT ai_check_counts_pkey PRIMARY KEY (company_id),
    CONSTRAINT ai_check_counts_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
];
