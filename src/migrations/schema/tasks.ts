/** Tasks, and what hangs on them. */
export const TASKS: readonly string[] = [
  `CREATE TABLE tasks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    tid text NOT NULL,
    rank text COLLATE "C" NOT NULL,
    title text NOT NULL,
    description text,
    status text NOT NULL,
    priority text NOT NULL,
    estimated_hours numeric(8,2),
    logged_hours numeric(8,2),
    assignee_id uuid,
    sprint_id uuid,
    epic_id uuid,
    parent_id uuid,
    due_date timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    created_by_id uuid,
    completed_at timestamptz(3),
    mentions uuid[],
    delegate_id uuid,
    has_extras boolean NOT NULL DEFAULT false,
    CONSTRAINT tasks_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT tasks_rank UNIQUE (company_id, project_id, rank),
    CONSTRAINT tasks_tid UNIQUE (company_id, tid),
    CONSTRAINT tasks_assignee_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES users (company_id, id),
    CONSTRAINT tasks_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id),
    CONSTRAINT tasks_delegate_fkey FOREIGN KEY (company_id, delegate_id) REFERENCES virtual_colleagues (company_id, id),
    CONSTRAINT tasks_epic_fkey FOREIGN KEY (company_id, epic_id) REFERENCES epics (company_id, id),
    CONSTRAINT tasks_parent_fkey FOREIGN KEY (company_id, parent_id) REFERENCES tasks (company_id, id),
    CONSTRAINT tasks_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE,
    CONSTRAINT tasks_sprint_fkey FOREIGN KEY (company_id, sprint_id) REFERENCES sprints (company_id, id)
  )`,
  // Every filter and every sort finds its rows without reading the rest of the company.
  `CREATE INDEX tasks_project_created_at ON tasks (company_id, project_id, created_at, id)`,
  `CREATE INDEX tasks_updated_at ON tasks (company_id, updated_at)`,
  `CREATE INDEX tasks_due_date ON tasks (company_id, due_date)`,
  `CREATE INDEX tasks_assignee ON tasks (company_id, assignee_id)`,
  `CREATE INDEX tasks_sprint ON tasks (company_id, sprint_id)`,
  `CREATE INDEX tasks_epic ON tasks (company_id, epic_id)`,
  `CREATE INDEX tasks_parent ON tasks (company_id, parent_id)`,
  `CREATE INDEX tasks_title ON tasks (company_id, lower(title), id)`,
  `CREATE INDEX tasks_status ON tasks (company_id, status, id)`,
  `CREATE INDEX tasks_priority ON tasks (company_id, priority, id)`,
  `CREATE INDEX tasks_created_at ON tasks (company_id, created_at, id) INCLUDE (project_id)`,
  `CREATE INDEX tasks_delegate ON tasks (company_id, delegate_id) WHERE delegate_id IS NOT NULL`,
  // What an agent can take next.
  `CREATE INDEX tasks_ready
    ON tasks (company_id, delegate_id, array_position(ARRAY['None', 'Low', 'Medium', 'High', 'Urgent'], priority) DESC, due_date, rank, id)
    WHERE delegate_id IS NOT NULL AND status <> 'Done'`,
  // The schedule finds what is due in all companies.
  `CREATE INDEX tasks_due_moment ON tasks (due_date) WHERE due_date IS NOT NULL AND status <> 'Done'`,

  // The text to search stands beside the tasks: with an index over `tasks`, every change of a task would write its whole text again.
  `CREATE TABLE task_texts (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    text text NOT NULL,
    CONSTRAINT task_texts_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT task_texts_id_fkey FOREIGN KEY (company_id, id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX task_texts_search ON task_texts USING gin (text gin_trgm_ops)`,

  // A label knows whether its task is open: a completed label is found without reading its tasks.
  `CREATE TABLE task_labels (
    company_id uuid NOT NULL,
    task_id uuid NOT NULL,
    label_id uuid NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    CONSTRAINT task_labels_pkey PRIMARY KEY (company_id, task_id, label_id),
    CONSTRAINT task_labels_label_fkey FOREIGN KEY (company_id, label_id) REFERENCES labels (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_labels_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX task_labels_label ON task_labels (company_id, label_id, task_id)`,
  `CREATE INDEX task_labels_open ON task_labels (company_id, label_id) WHERE is_open`,

  // A blocker knows whether it is open: blocked tasks are found without reading what blocks them.
  `CREATE TABLE task_blockers (
    company_id uuid NOT NULL,
    task_id uuid NOT NULL,
    blocker_id uuid NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    CONSTRAINT task_blockers_pkey PRIMARY KEY (company_id, task_id, blocker_id),
    CONSTRAINT task_blockers_blocker_fkey FOREIGN KEY (company_id, blocker_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_blockers_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX task_blockers_blocker ON task_blockers (company_id, blocker_id)`,
  `CREATE INDEX task_blockers_open ON task_blockers (company_id, task_id) WHERE is_open`,

  `CREATE TABLE task_watchers (
    company_id uuid NOT NULL,
    task_id uuid NOT NULL,
    user_id uuid NOT NULL,
    commented boolean NOT NULL DEFAULT false,
    mentioned boolean NOT NULL DEFAULT false,
    chosen boolean NOT NULL DEFAULT false,
    unwatched boolean NOT NULL DEFAULT false,
    since timestamptz(3),
    CONSTRAINT task_watchers_pkey PRIMARY KEY (company_id, task_id, user_id),
    CONSTRAINT task_watchers_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_watchers_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX task_watchers_user ON task_watchers (company_id, user_id)`,

  // Of which tasks colleagues say nothing.
  `CREATE TABLE task_mutes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    colleague_id uuid,
    rule_key text,
    rule text,
    until timestamptz(3),
    note text,
    by_id uuid,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT task_mutes_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT task_mutes_by_fkey FOREIGN KEY (company_id, by_id) REFERENCES users (company_id, id),
    CONSTRAINT task_mutes_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_mutes_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX task_mutes_one ON task_mutes (company_id, task_id, colleague_id, rule_key) NULLS NOT DISTINCT`,

  `CREATE TABLE task_activity (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    event text NOT NULL,
    changes json NOT NULL,
    at timestamptz(3) NOT NULL,
    actor_colleague json,
    CONSTRAINT task_activity_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT task_activity_actor_fkey FOREIGN KEY (company_id, actor_id) REFERENCES users (company_id, id),
    CONSTRAINT task_activity_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX task_activity_task ON task_activity (company_id, task_id, id)`,

  `CREATE TABLE comments (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    mentions uuid[],
    author_colleague json,
    CONSTRAINT comments_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT comments_author_fkey FOREIGN KEY (company_id, author_id) REFERENCES users (company_id, id),
    CONSTRAINT comments_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX comments_task ON comments (company_id, task_id, created_at, id)`,

  `CREATE TABLE time_entries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hours numeric(8,2) NOT NULL,
    note text,
    spent_on timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    colleague_id uuid,
    CONSTRAINT time_entries_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT time_entries_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT time_entries_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX time_entries_task ON time_entries (company_id, task_id, created_at, id)`,
];
