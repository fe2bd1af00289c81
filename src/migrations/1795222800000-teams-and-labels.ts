import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Teams with their members, labels, and what refers to them. */
export class TeamsAndLabels1795222800000 implements MigrationInterface {
  name = 'TeamsAndLabels1795222800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM task_labels');
    await runner.query('UPDATE projects SET team_id = NULL WHERE team_id IS NOT NULL');
    await runner.query('ALTER TABLE task_labels DROP CONSTRAINT task_labels_label_fkey');
    await runner.query('DROP INDEX projects_team');
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_team_fkey');
    for (const table of ['labels', 'team_members', 'teams']) await runner.query(`DROP TABLE ${table}`);
  }
}

const STATEMENTS = [
  `CREATE TABLE teams (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT teams_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT teams_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE TABLE team_members (
    company_id uuid NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT team_members_pkey PRIMARY KEY (company_id, team_id, user_id),
    CONSTRAINT team_members_team_fkey FOREIGN KEY (company_id, team_id)
      REFERENCES teams (company_id, id) ON DELETE CASCADE,
    CONSTRAINT team_members_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX team_members_user ON team_members (company_id, user_id)`,

  // The projects of a deleted team stay without a team: only team_id becomes null, not company_id.
  `ALTER TABLE projects ADD CONSTRAINT projects_team_fkey FOREIGN KEY (company_id, team_id)
    REFERENCES teams (company_id, id) ON DELETE SET NULL (team_id)`,
  `CREATE INDEX projects_team ON projects (company_id, team_id)`,

  `CREATE TABLE labels (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT labels_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT labels_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE UNIQUE INDEX labels_name ON labels (company_id, lower(name))`,
  `ALTER TABLE task_labels ADD CONSTRAINT task_labels_label_fkey FOREIGN KEY (company_id, label_id)
    REFERENCES labels (company_id, id) ON DELETE CASCADE`,
];
