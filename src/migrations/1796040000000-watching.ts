import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom texts name and who watches what. Commenters become watchers; creators and assignees are so by themselves. */
export class Watching1796040000000 implements MigrationInterface {
  name = 'Watching1796040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD inbox json');
    await runner.query('ALTER TABLE tasks ADD mentions uuid[]');
    await runner.query('ALTER TABLE comments ADD mentions uuid[]');
    await runner.query(`CREATE TABLE task_watchers (
      company_id uuid NOT NULL,
      task_id uuid NOT NULL,
      user_id uuid NOT NULL,
      commented boolean NOT NULL DEFAULT false,
      mentioned boolean NOT NULL DEFAULT false,
      chosen boolean NOT NULL DEFAULT false,
      unwatched boolean NOT NULL DEFAULT false,
      CONSTRAINT task_watchers_pkey PRIMARY KEY (company_id, task_id, user_id),
      CONSTRAINT task_watchers_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT task_watchers_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX task_watchers_user ON task_watchers (company_id, user_id)');
    await runner.query(`CREATE TABLE project_watches (
      company_id uuid NOT NULL,
      project_id uuid NOT NULL,
      user_id uuid NOT NULL,
      level text NOT NULL,
      CONSTRAINT project_watches_pkey PRIMARY KEY (company_id, project_id, user_id),
      CONSTRAINT project_watches_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT project_watches_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX project_watches_user ON project_watches (company_id, user_id)');
    await runner.query(`INSERT INTO task_watchers (company_id, task_id, user_id, commented)
      SELECT DISTINCT company_id, task_id, author_id, true FROM comments`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_watches, task_watchers');
    await runner.query('ALTER TABLE comments DROP mentions');
    await runner.query('ALTER TABLE tasks DROP mentions');
    await runner.query('ALTER TABLE events DROP inbox');
  }
}
