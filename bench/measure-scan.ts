import pg from 'pg';
import { ACTION_TYPES } from '../src/modules/virtual-colleagues/settings/action-types.js';
import { MOST_OWN_RULES } from '../src/modules/virtual-colleagues/settings/own-rule.js';
import { COLLEAGUE_ROLES } from '../src/modules/virtual-colleagues/settings/role-presets.js';
import { RULE_NAMES } from '../src/modules/virtual-colleagues/settings/rule-names.js';
import type { SeededService } from './measure-first-page.js';
import type { Measurement } from './table.js';

interface ScanCost {
  role: string;
  tasksScanned: number;
  actionsGenerated: number;
  durationMs: number;
}

const LONGEST = 3_000;
const MOST_MEMORY = 100;
/** How many times as long a scan with rules of one's own may take. */
const MOST_TIMES = 3;

/** What a first scan of the whole company costs, of the role that takes longest: it repeats nothing, and sends nothing. */
export async function measureScans({ service, company }: SeededService, databaseUrl: string): Promise<Measurement[]> {
  const colleagues = await addColleagues(databaseUrl, company);
  const before = await service.probe();
  const costs: ScanCost[] = [];
  for (const { id, role } of colleagues) {
    costs.push({ role, ...(await post<Omit<ScanCost, 'role'>>(service, `/virtual-colleagues/${id}/scan`)) });
  }
  const memory = ((await service.probe()).peakMemory - before.peakMemory) / 1e6;
  const longest = costs.toSorted((one, other) => other.durationMs - one.durationMs)[0] as ScanCost;
  const about = (count: number) => count.toLocaleString('en');
  return [
    {
      name: `scan of ${about(longest.tasksScanned)} open tasks by the slowest role`,
      reference: `${longest.role}, ${about(longest.actionsGenerated)} actions`,
      ours: `${Math.round(longest.durationMs)} ms`,
      ratio: null,
      target: `≤ ${about(LONGEST)} ms`,
      isMet: longest.durationMs <= LONGEST,
    },
    {
      name: 'scans of all nine roles, growth of memory',
      reference: `${about(costs.reduce((sum, { actionsGenerated }) => sum + actionsGenerated, 0))} actions`,
      ours: `${Math.round(memory)} MB`,
      ratio: null,
      target: `≤ ${MOST_MEMORY} MB`,
      isMet: memory <= MOST_MEMORY,
    },
    await measureOwnRules(service),
  ];
}

/** What the most rules of one's own cost beside all rules of the service (colleagues 6, filters that index and those that read). */
async function measureOwnRules(service: SeededService['service']): Promise<Measurement> {
  const scanWith = async (rules: object[]) => {
    const settings = { rules: Object.fromEntries(RULE_NAMES.map((name) => [name, true])) };
    const input = { name: 'Measured', role: 'scrum_master', settings, rules };
    const { id } = await post<{ id: string }>(service, '/virtual-colleagues', input);
    return post<ScanCost>(service, `/virtual-colleagues/${id}/scan`);
  };
  const [builtIn, own] = [await scanWith([]), await scanWith(ownRules())];
  const times = own.durationMs / builtIn.durationMs;
  return {
    name: `scan of ${own.tasksScanned.toLocaleString('en')} open tasks with ${MOST_OWN_RULES} rules of one's own`,
    reference: `${builtIn.durationMs} ms without them`,
    ours: `${own.durationMs} ms`,
    ratio: times,
    target: `≤ ${MOST_TIMES} times as long`,
    isMet: times <= MOST_TIMES,
  };
}

function ownRules(): object[] {
  const filters = [
    'priority = Urgent',
    'updated < now-3d',
    'due < now',
    'assignee is empty',
    'remaining > 8',
    'blocked',
  ];
  const people = ['assignee', 'creator', 'leads', 'watchers', 'nobody'];
  return Array.from({ length: MOST_OWN_RULES }, (_, index) => ({
    name: `Rule ${index}`,
    filter: `${filters[index % filters.length]} and created < now+${index + 1}d`,
    type: ACTION_TYPES[index % ACTION_TYPES.length],
    to: people[index % people.length],
  }));
}

async function post<Answer>({ origin, basePath, headers }: SeededService['service'], path: string, body?: object) {
  const sent = { ...headers, ...(body && { 'Content-Type': 'application/json' }) };
  const init = { method: 'POST', headers: sent, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${origin}${basePath}${path}`, init);
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A colleague of each role that watches everything, and a sprint and epics for them to look at. */
async function addColleagues(
  databaseUrl: string,
  { id, userId, projectIds }: SeededService['company'],
): Promise<{ id: string; role: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO sprints (company_id, id, project_id, name, status, end_date, started_at, created_at, updated_at)
        SELECT $1, md5('sprint' || n - 1)::uuid, p.id, 'Sprint', 'active', now() + interval '7 days', now() - interval '7 days',
          now(), now()
        FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, n)`,
      [id, projectIds],
    );
    await client.query(
      `INSERT INTO epics (company_id, id, project_id, name, color, due_date, created_at, updated_at)
        SELECT $1, md5('epic' || n)::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Epic ' || n, '#808080',
          now() + n * interval '1 day', now(), now()
        FROM generate_series(0, 99) n`,
      [id, projectIds],
    );
    const { rows } = await client.query<{ id: string; role: string }>(
      `INSERT INTO virtual_colleagues (company_id, id, name, role, active, frequency, timezone, all_projects, settings,
          owner_id, created_at, updated_at)
        SELECT $1, gen_random_uuid(), role, role, true, 'hourly', 'UTC', true, '{}', $2, now(), now()
        FROM unnest($3::text[]) AS role RETURNING id, role`,
      [id, userId, COLLEAGUE_ROLES],
    );
    return rows;
  } finally {
    await client.end();
  }
}
