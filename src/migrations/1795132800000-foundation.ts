import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companies and their users, projects, tasks with their history, and the outbox. */
export class Foundation1795132800000 implements MigrationInterface {
  name = 'Foundation1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION notify_user_changed()');
  }
}

const TABLES = [
  'companies',
  'users',
  'user_emails',
  'mail_tokens',
  'workflow_lanes',
  'projects',
  'project_counters',
  'project_members',
  'tasks',
  'task_labels',
  'task_blockers',
  'task_activity',
  'events',
];

const STATEMENTS = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,

  `CREATE TABLE companies (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT companies_pkey PRIMARY KEY (id)
  )`,

  `CREATE TABLE users (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    active boolean NOT NULL,
    password_hash text,
    credential_version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT users_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  // Directory tables are read before the company is known. They have no foreign keys, so that the others can be distributed.
  `CREATE TABLE user_emails (
    email text NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT user_emails_pkey PRIMARY KEY (email)
  )`,
  `CREATE TABLE mail_tokens (
    token_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT mail_tokens_pkey PRIMARY KEY (token_hash)
  )`,
  `CREATE INDEX mail_tokens_user_id ON mail_tokens (user_id)`,

  // Instances keep users for a moment; this tells them of each change, by whatever hand it is made.
  `CREATE FUNCTION notify_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('user_changed', NEW.id::text); RETURN NULL; END
  $$`,
  `CREATE TRIGGER users_changed AFTER UPDATE ON users
    FOR EACH ROW EXECUTE FUNCTION notify_user_changed()`,

  `CREATE TABLE workflow_lanes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    position integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT workflow_lanes_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT workflow_lanes_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE UNIQUE INDEX workflow_lanes_name ON workflow_lanes (company_id, lower(name))`,

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
    CONSTRAINT projects_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE TABLE project_counters (
    company_id uuid NOT NULL,
    project_id uuid NOT NULL,
    last_task_number integer NOT NULL,
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
    CONSTRAINT tasks_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT tasks_tid UNIQUE (company_id, tid),
    CONSTRAINT tasks_rank UNIQUE (company_id, project_id, rank),
    CONSTRAINT tasks_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE,
    CONSTRAINT tasks_assignee_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES users (company_id, id),
    CONSTRAINT tasks_parent_fkey FOREIGN KEY (company_id, parent_id) REFERENCES tasks (company_id, id)
  )`,
  // Every filter finds its rows without reading the rest of the company. The index of the search covers all companies.
  `CREATE INDEX tasks_created_at ON tasks (company_id, created_at, id)`,
  `CREATE INDEX tasks_project_created_at ON tasks (company_id, project_id, created_at, id)`,
  `CREATE INDEX tasks_updated_at ON tasks (company_id, updated_at)`,
  `CREATE INDEX tasks_due_date ON tasks (company_id, due_date)`,
  `CREATE INDEX tasks_status ON tasks (company_id, status)`,
  `CREATE INDEX tasks_priority ON tasks (company_id, priority)`,
  `CREATE INDEX tasks_assignee ON tasks (company_id, assignee_id)`,
  `CREATE INDEX tasks_sprint ON tasks (company_id, sprint_id)`,
  `CREATE INDEX tasks_epic ON tasks (company_id, epic_id)`,
  `CREATE INDEX tasks_parent ON tasks (company_id, parent_id)`,
  `CREATE INDEX tasks_search ON tasks
    USING gin ((tid || E'\\n' || title || E'\\n' || coalesce(description, '')) gin_trgm_ops)`,

  `CREATE TABLE task_labels (
    company_id uuid NOT NULL,
    task_id uuid NOT NULL,
    label_id uuid NOT NULL,
    CONSTRAINT task_labels_pkey PRIMARY KEY (company_id, task_id, label_id),
    CONSTRAINT task_labels_task_fkey FOREIGN KEY (company_id, task_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX task_labels_label ON task_labels (company_id, label_id, task_id)`,

  `CREATE TABLE task_blockers (
    company_id uuid NOT NULL,
    task_id uuid NOT NULL,
    blocker_id uuid NOT NULL,
    CONSTRAINT task_blockers_pkey PRIMARY KEY (company_id, task_id, blocker_id),
    CONSTRAINT task_blockers_task_fkey FOREIGN KEY (company_id, task_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_blockers_blocker_fkey FOREIGN KEY (company_id, blocker_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX task_blockers_blocker ON task_blockers (company_id, blocker_id)`,

  `CREATE TABLE task_activity (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    event text NOT NULL,
    changes json NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT task_activity_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT task_activity_task_fkey FOREIGN KEY (company_id, task_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT task_activity_actor_fkey FOREIGN KEY (company_id, actor_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX task_activity_task ON task_activity (company_id, task_id, id)`,

  `CREATE TABLE events (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    project_id uuid,
    data json NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (company_id, id)
  )`,
];
