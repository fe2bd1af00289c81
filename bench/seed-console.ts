import pg from 'pg';
import { RANK, storeSearchTexts } from './seed.js';
import type { ServerProcess } from './server-process.js';

/** Projects by their keys, and how many tasks they have. */
export const PROJECTS = { BOARD: 5_000, LIST: 100_000, PLAN: 3_000, TIME: 2_000 } as const;

/** A company whose only user signs in to the console. */
export interface SeededConsole {
  origin: string;
  headers: Record<string, string>;
  email: string;
  password: string;
}

const PASSWORD = 'correct horse battery';
const EMAIL = 'reader@example.com';

/** Registers a company and fills its projects; the first of its tasks are the reader's. */
export async function seedConsole(
  { origin, basePath, headers }: ServerProcess,
  databaseUrl: string,
): Promise<SeededConsole> {
  const post = async (path: string, body: object, token?: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${origin}${basePath}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const reader = { name: 'Reader', email: EMAIL, password: PASSWORD };
  const { token } = (await post('/register', { companyName: 'Benchmark', ...reader })) as { token: string };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [key, tasks] of Object.entries(PROJECTS)) {
      const { id } = await post('/projects', { name: `Project ${key}`, key }, token);
      await insertTasks(client, String(id), tasks, key === 'PLAN');
    }
    await storeSearchTexts(client);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return { origin: origin.replace('127.0.0.1', 'localhost'), headers, email: EMAIL, password: PASSWORD };
}

async function insertTasks(client: pg.Client, projectId: string, tasks: number, isBacklog: boolean): Promise<void> {
  const status = isBacklog ? `'Backlog'` : `(ARRAY['Backlog', 'To Do', 'In Progress', 'In Review', 'Done'])[1 + n % 5]`;
  await client.query(
    `INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, estimated_hours, logged_hours,
        assignee_id, start_date, due_date, created_at, updated_at)
      SELECT p.company_id, uuidv7(), p.id, p.key || '-' || n, ${RANK}, 'Task ' || n || ' with a title of some length',
        ${status}, (ARRAY['None', 'Low', 'Medium', 'High', 'Urgent'])[1 + n % 7 % 5], 1 + n % 8, n % 3,
        CASE WHEN n <= 20 THEN u.id END, now() + (n % 60 - n % 9) * interval '1 day', now() + n % 60 * interval '1 day', now(), now()
      FROM projects p CROSS JOIN generate_series(1, $2::integer) n
        JOIN users u ON u.company_id = p.company_id
      WHERE p.id = $1`,
    [projectId, tasks],
  );
  // Each tenth waits for the one made before it.
  await client.query(
    `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
      SELECT t.company_id, t.id, b.id, b.status <> 'Done' FROM tasks t
        JOIN tasks b ON b.company_id = t.company_id AND b.tid = 'TIME-' || (substr(t.tid, 6)::integer - 1)
      WHERE t.project_id = $1 AND t.tid LIKE 'TIME-%0'`,
    [projectId],
  );
  await client.query(`UPDATE project_counters SET last_task_number = $2, task_count = $2 WHERE project_id = $1`, [
    projectId,
    tasks,
  ]);
}
