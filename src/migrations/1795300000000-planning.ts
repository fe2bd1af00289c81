import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sprints with what their burndown is made of, epics, comments, and the tasks' references to them. */
export class Planning1795300000000 implements MigrationInterface {
  name = 'Planning1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE tasks SET sprint_id = NULL, epic_id = NULL WHERE num_nonnulls(sprint_id, epic_id) > 0');
    for (const reference of ['sprint', 'epic']) {
      await runner.query(`ALTER TABLE tasks DROP CONSTRAINT tasks_${reference}_fkey`);
    }
    for (const table of ['comments', 'epics', 'sprint_changes', 'sprints']) await runner.query(`DROP TABLE ${table}`);
  }
}

const STATEMENTS = [
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
    CONSTRAINT sprints_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX sprints_project ON sprints (company_id, project_id)`,
  `CREATE UNIQUE INDEX sprints_active ON sprints (company_id, project_id) WHERE status = 'active'`,
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
    CONSTRAINT epics_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX epics_project ON epics (company_id, project_id)`,

  `CREATE TABLE comments (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT comments_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT comments_task_fkey FOREIGN KEY (company_id, task_id)
      REFERENCES tasks (company_id, id) ON DELETE CASCADE,
    CONSTRAINT comments_author_fkey FOREIGN KEY (company_id, author_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX comments_task ON comments (company_id, task_id, created_at, id)`,

  // No SET NULL: tasks leave a sprint or an epic by a change of their own, with its history and event.
  `ALTER TABLE tasks ADD CONSTRAINT tasks_sprint_fkey FOREIGN KEY (company_id, sprint_id)
    REFERENCES sprints (company_id, id)`,
  `ALTER TABLE tasks ADD CONSTRAINT tasks_epic_fkey FOREIGN KEY (company_id, epic_id)
    REFERENCES epics (company_id, id)`,
];
