import type { TestDatabase } from '../support/test-database.js';
import type { TestUser } from './company.factory.js';

export interface TestProject {
  id: string;
  key: string;
  name: string;
  description: string | null;
  status: string;
  teamId: string | null;
  taskCount: number;
  createdAt: string;
  updatedAt: string;
}

let sequence = 0;

/** Makes a project over the API, led by its creator; names are unique in the worker unless one is given. */
export async function createProject(creator: TestUser, input: object = {}): Promise<TestProject> {
  sequence += 1;
  const created = await creator.api.post('/projects', { name: `Project ${sequence}`, ...input });
  if (created.status !== 201) throw new Error(`create project: ${JSON.stringify(created.body)}`);
  return created.body as TestProject;
}

/** Gives the project to a new team without members: only its own members, ADMIN and OWNER reach it then. */
export async function giveToTeam(database: TestDatabase, projectId: string): Promise<string> {
  const [team] = await database.rows<{ id: string }>(
    `WITH team AS (
        INSERT INTO teams (company_id, id, name, created_at, updated_at)
        SELECT company_id, gen_random_uuid(), 'Team', now(), now() FROM projects WHERE id = $1 RETURNING id
      ) SELECT id FROM team`,
    [projectId],
  );
  await database.rows('UPDATE projects SET team_id = $2 WHERE id = $1', [projectId, team!.id]);
  return team!.id;
}

/** Puts tasks into the project behind the service's back. */
export async function addTasks(database: Pick<TestDatabase, 'rows'>, projectId: string, count: number): Promise<void> {
  await database.rows(
    `WITH counted AS (
        UPDATE project_counters SET task_count = task_count + $2::integer, last_task_number = last_task_number + $2::integer
        WHERE project_id = $1 RETURNING last_task_number - $2::integer AS before
      ), task AS (
      INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, created_at, updated_at)
      SELECT p.company_id, gen_random_uuid(), p.id, p.key || '-' || before + n, 'a' || n, 'Task', 'Backlog', 'None',
        now(), now()
      FROM projects p, counted, generate_series(1, $2::integer) n WHERE p.id = $1
      RETURNING company_id, id, project_id, created_at)
      INSERT INTO task_texts (company_id, id, project_id, created_at, text)
      SELECT company_id, id, project_id, created_at, '' FROM task`,
    [projectId, count],
  );
  await storeSearchTexts(database, projectId);
}

/** Of tasks whose title or description was changed behind the service's back, too. */
export async function storeSearchTexts(database: Pick<TestDatabase, 'rows'>, projectId: string): Promise<void> {
  await database.rows(
    `UPDATE task_texts x SET text = lower(t.tid || E'\\n' || t.title || E'\\n' || coalesce(t.description, ''))
      FROM tasks t WHERE t.project_id = $1 AND x.company_id = t.company_id AND x.id = t.id`,
    [projectId],
  );
}
