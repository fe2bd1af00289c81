/** Projects, their members, their sprints and epics, and saved views. */
export const PROJECTS: readonly string[] = [
  `CREATE TABLE projects (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text,
    status text NOT NULL,
    team_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT projects_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT projects_key UNIQUE (company_id, key),
    CONSTRAINT projects_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    CONSTRAINT projects_team_fkey FOREIGN KEY (company_id, team_id) REFERENCES teams (company_id, id)
  )`,
  `CREATE INDEX projects_team ON projects (company_id, team_id)`,

  `CREATE TABLE project_counters (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    last_task_number integer NOT NULL,
    task_count integer NOT NULL DEFAULT 0,
    CONSTRAINT project_counters_pkey PRIMARY KEY (company_id, project_id),
    CONSTRAINT project_counters_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,

  `CREATE TABLE project_members (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    CONSTRAINT project_members_pkey PRIMARY KEY (company_id, project_id, user_id),
    CONSTRAINT project_members_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE,
    CONSTRAINT project_members_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX project_members_user ON project_members (company_id, user_id)`,

  // Who watches a project, and since when: the inbox tells them of nothing that was before.
  `CREATE TABLE project_watches (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    level text NOT NULL,
    since timestamptz(3),
    CONSTRAINT project_watches_pkey PRIMARY KEY (company_id, project_id, user_id),
    CONSTRAINT project_watches_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE,
    CONSTRAINT project_watches_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX project_watches_user ON project_watches (company_id, user_id)`,

  `CREATE TABLE sprints (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    goal text,
    status text NOT NULL,
    start_date timestamptz(3),
    end_date timestamptz(3),
    started_at timestamptz(3),
    ended_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT sprints_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT sprints_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX sprints_project ON sprints (company_id, project_id)`,
  `CREATE UNIQUE INDEX sprints_active ON sprints (company_id, project_id) WHERE status = 'active'`,

  // What the burndown of a sprint is made of.
  `CREATE TABLE sprint_changes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sprint_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    remaining_hours numeric(14,2) NOT NULL,
    done_tasks integer NOT NULL,
    CONSTRAINT sprint_changes_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT sprint_changes_sprint_fkey FOREIGN KEY (company_id, sprint_id)
      REFERENCES sprints (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX sprint_changes_sprint ON sprint_changes (company_id, sprint_id, at)`,

  `CREATE TABLE epics (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    description text,
    color text NOT NULL,
    start_date timestamptz(3),
    due_date timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT epics_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT epics_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX epics_project ON epics (company_id, project_id)`,

  `CREATE TABLE views (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    filter text NOT NULL,
    project_id uuid,
    layout text NOT NULL,
    group_by text,
    subgroup_by text,
    sort_by text NOT NULL,
    sort_order text NOT NULL,
    columns text[],
    visibility text NOT NULL,
    owner_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT views_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT views_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    CONSTRAINT views_owner_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id),
    CONSTRAINT views_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX views_owner ON views (company_id, owner_id)`,
  `CREATE INDEX views_project ON views (company_id, project_id)`,

  `CREATE TABLE view_favorites (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    view_id uuid NOT NULL,
    position integer NOT NULL,
    CONSTRAINT view_favorites_pkey PRIMARY KEY (company_id, user_id, view_id),
    CONSTRAINT view_favorites_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
    CONSTRAINT view_favorites_view_fkey FOREIGN KEY (company_id, view_id) REFERENCES views (company_id, id) ON DELETE CASCADE
  )`,
];
