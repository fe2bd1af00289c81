import pg from 'pg';
import { eventually } from '../test/support/eventually.js';
import { addMembers, type Company, postJson, register } from './company.js';
import { EventStream } from './event-stream.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, median } from './table.js';
import { tokenOf } from './token.js';

/** One process of the service on a database of its own. */
export interface PersonalEventsBench {
  service: ServerProcess;
  databaseUrl: string;
  jwtSecret: string;
}

/** As many as one company may have: each of a user who reaches other projects than the others do. */
const STREAMS = 1_000;
/** As many as an event names tasks at most, each in a project of its own. */
const PROJECTS = 200;
const MADE_AT_ONCE = 100;
const RUNS = 5;
/** Milliseconds. */
const LATEST = 30_000;
const LONGEST_BLOCK = 50;
/** One of each kind comes with each change that is measured. */
const KINDS = ['task.updated', 'task.completed', 'project.deleted'];

/** How long events with ids that only some may see hold up the event loop. */
export async function measurePersonalEvents(bench: PersonalEventsBench): Promise<Measurement> {
  const { service, databaseUrl, jwtSecret } = bench;
  const company = await register(service, 'personal events');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const userIds = await addMembers(client, company.id, STREAMS);
  const projectIds = await addProjects(client, company, userIds);
  const { id: blocker } = await postJson<{ id: string }>(service, '/tasks', company.headers, {
    title: 'Blocks a task of each project',
    description: '文'.repeat(10_000),
    projectId: company.projectId,
  });
  await addBlocked(client, service, { company, projectIds, blocker });
  await client.end();

  let received = 0;
  const lines = new Set(KINDS.map((name) => `event: ${name}`));
  const streams: EventStream[] = [];
  for (const id of userIds) {
    const authorization = `Bearer ${tokenOf({ id, companyId: company.id }, jwtSecret)}`;
    const read = (line: string) => void (received += Number(lines.has(line)));
    streams.push(await EventStream.open(service, '/events/stream', { authorization }, read));
  }
  const untilRead = async (events: number, change: () => Promise<void>) => {
    received = 0;
    await change();
    const expected = events * STREAMS;
    await eventually(`${expected} events have come`, () => received >= expected, LATEST);
  };
  const setStatus = (status: string) => send(service, company, 'PUT', `/tasks/${blocker}`, { status });
  const blocks: number[] = [];
  // The first run is a warm-up.
  for (const projectId of projectIds.slice(0, 1 + RUNS)) {
    await untilRead(1, () => setStatus('To Do'));
    await service.probe();
    await untilRead(KINDS.length, async () => {
      await setStatus('Done');
      await send(service, company, 'DELETE', `/projects/${projectId}`);
    });
    blocks.push((await service.probe()).longestBlock);
  }
  for (const stream of streams) stream.close();
  const name = `events with personal ids to ${STREAMS.toLocaleString('en')} streams, event loop blocked`;
  return absolute(name, median(blocks.slice(1)), ' ms', { most: LONGEST_BLOCK });
}

/** A project for each of as many teams. Each of the users is in half of the teams, nobody in the same ones. */
async function addProjects(client: pg.Client, { id }: Company, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH added AS (INSERT INTO teams (company_id, id, name, created_at, updated_at)
        SELECT $1, gen_random_uuid(), 'Team ' || n, now(), now() FROM generate_series(1, $3::integer) n RETURNING id),
      joined AS (INSERT INTO team_members (company_id, team_id, user_id)
        SELECT $1, added.id, user_id FROM added, unnest($2::uuid[]) user_id
        WHERE hashtext(added.id::text || user_id) % 2 = 0),
      made AS (INSERT INTO projects (company_id, id, key, name, status, team_id, created_at, updated_at)
        SELECT $1, gen_random_uuid(), 'T' || n, 'Project ' || n, 'active', id, now(), now()
        FROM (SELECT id, row_number() OVER () AS n FROM added) numbered RETURNING id)
      INSERT INTO project_counters (company_id, project_id, last_task_number, task_count)
      SELECT $1, id, 0, 0 FROM made RETURNING project_id AS id`,
    [id, userIds, PROJECTS],
  );
  await client.query('VACUUM (ANALYZE) team_members, projects, users');
  return rows.map((row) => row.id);
}

/** A task of each project, which the task blocks. */
async function addBlocked(
  client: pg.Client,
  service: ServerProcess,
  { company, projectIds, blocker }: { company: Company; projectIds: readonly string[]; blocker: string },
): Promise<void> {
  const tasks = projectIds.map((projectId) => ({ title: 'Blocked', projectId }));
  for (const some of [tasks.slice(0, MADE_AT_ONCE), tasks.slice(MADE_AT_ONCE)]) {
    await postJson(service, '/tasks/bulk-create', company.headers, { tasks: some });
  }
  await client.query(
    `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
      SELECT company_id, id, $2, true FROM tasks WHERE company_id = $1 AND id <> $2`,
    [company.id, blocker],
  );
}

async function send(
  { origin, basePath, headers }: ServerProcess,
  company: Company,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await fetch(`${origin}${basePath}${path}`, {
    method,
    headers: { ...headers, ...company.headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
