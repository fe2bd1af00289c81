import pg from 'pg';
import { Agent, request } from 'undici';
import { storeSearchTexts } from './seed.js';
import type { ServerProcess } from './server-process.js';

/** A company of the load test, called with a key of its owner. */
export interface LoadCompany {
  key: string;
  projectIds: string[];
  taskIds: string[];
}

export interface LoadSeed {
  companies: number;
  keys: number;
  tasks: number;
}

const PROJECTS = 5;
const SAMPLE = 200;
const agent = new Agent();

/** Registers companies and projects over the API and inserts their tasks by SQL. Returns the companies that have a key. */
export async function seedLoad(service: ServerProcess, databaseUrl: string, seed: LoadSeed): Promise<LoadCompany[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const companies: LoadCompany[] = [];
    for (let number = 1; number <= seed.companies; number += 1) {
      const company = await createCompany(service, number);
      for (const projectId of company.projectIds) {
        await insertTasks(client, projectId, seed.tasks / seed.companies / PROJECTS);
      }
      if (number <= seed.keys) companies.push({ ...company, taskIds: await sampleOf(client, company.projectIds) });
    }
    await storeSearchTexts(client);
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
    return companies;
  } finally {
    await client.end();
  }
}

async function createCompany(service: ServerProcess, number: number): Promise<Pick<LoadCompany, 'key' | 'projectIds'>> {
  const post = async <T>(path: string, input: object, token?: string): Promise<T> => {
    const { statusCode, body } = await request(`${service.origin}${service.basePath}${path}`, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        ...service.headers,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(input),
    });
    if (statusCode !== 201) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
    return (await body.json()) as T;
  };
  const { token } = await post<{ token: string }>('/register', {
    companyName: `Company ${number}`,
    name: 'Owner',
    email: `owner-${number}@example.com`,
    password: 'correct horse battery',
  });
  const projectIds: string[] = [];
  for (let project = 1; project <= PROJECTS; project += 1) {
    projectIds.push((await post<{ id: string }>('/projects', { name: `Project ${project}` }, token)).id);
  }
  const { key } = await post<{ key: string }>('/api-keys', { name: 'Load' }, token);
  return { key, projectIds };
}

async function insertTasks(client: pg.Client, projectId: string, count: number): Promise<void> {
  await client.query(
    `INSERT INTO tasks (company_id, id, project_id, tid, rank, title, description, status, priority, estimated_hours,
        logged_hours, created_at, updated_at)
      SELECT p.company_id, gen_random_uuid(), p.id, p.key || '-' || n, 'f0' || lpad(n::text, 8, '0'),
        'Task ' || n || ' of ' || md5(n::text), repeat(md5(random()::text) || ' ', 8),
        (ARRAY['Backlog', 'To Do', 'In Progress', 'In Review', 'Done'])[1 + n % 5],
        (ARRAY['None', 'Low', 'Medium', 'High', 'Urgent'])[1 + n % 5], n % 16, n % 5,
        now() - n * interval '1 minute', now() - n * interval '30 seconds'
      FROM projects p, generate_series(1, $2::integer) n WHERE p.id = $1`,
    [projectId, count],
  );
  await client.query(
    'UPDATE project_counters SET last_task_number = last_task_number + $2, task_count = task_count + $2 WHERE project_id = $1',
    [projectId, count],
  );
}

async function sampleOf(client: pg.Client, projectIds: string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM tasks WHERE project_id = ANY ($1) ORDER BY random() LIMIT ${SAMPLE}`,
    [projectIds],
  );
  return rows.map(({ id }) => id);
}
