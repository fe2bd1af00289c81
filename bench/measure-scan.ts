import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ACTION_TYPES } from '#modules/virtual-colleagues/settings/action-types.js';
import { MOST_OWN_RULES } from '#modules/virtual-colleagues/settings/own-rule.js';
import { COLLEAGUE_ROLES } from '#modules/virtual-colleagues/settings/role-presets.js';
import { RULE_NAMES } from '#modules/virtual-colleagues/settings/rule-names.js';
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
  const colleagues = await addColleagues(databaseUrl, company, roleColleagues());
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
    await measureOwnRules({ service, company }, databaseUrl),
  ];
}

/** What the most rules of one's own cost beside all rules of the service. */
async function measureOwnRules({ service, company }: SeededService, databaseUrl: string): Promise<Measurement> {
  const settings = { rules: Object.fromEntries(RULE_NAMES.map((name) => [name, true])) };
  const made = [[], ownRules()].map((rules) => ({ role: 'scrum_master', settings, rules }));
  const costs: ScanCost[] = [];
  for (const { id } of await addColleagues(databaseUrl, company, made)) {
    costs.push(await post<ScanCost>(service, `/virtual-colleagues/${id}/scan`));
  }
  const [builtIn, own] = costs as [ScanCost, ScanCost];
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

interface MadeColleague {
  role: string;
  settings: object;
  rules: object[];
}

const roleColleagues = (): MadeColleague[] => COLLEAGUE_ROLES.map((role) => ({ role, settings: {}, rules: [] }));

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
    id: randomUUID(),
    name: `Rule ${index}`,
    filter: `${filters[index % filters.length]} and created < now+${index + 1}d`,
    type: ACTION_TYPES[index % ACTION_TYPES.length],
    to: people[index % people.length],
    message: null,
    repeatHours: 24,
    enabled: true,
  }));
}

async function post<Answer>({ origin, basePath, headers }: SeededService['service'], path: string): Promise<Answer> {
  const response = await fetch(`${origin}${basePath}${path}`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Colleagues that watch everything, and a sprint and epics for the first of them to look at. */
async function addColleagues(
  databaseUrl: string,
  { id, userId, projectIds }: SeededService['company'],
  colleagues: readonly MadeColleague[],
): Promise<{ id: string; role: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO sprints (company_id, id, project_id, name, status, end_date, started_at, created_at, updated_at)
        SELECT $1, md5('sprint' || n - 1)::uuid, p.id, 'Sprint', 'active', now() + interval '7 days', now() - interval '7 days',
          now(), now()
        FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, n) ON CONFLICT DO NOTHING`,
      [id, projectIds],
    );
    await client.query(
      `INSERT INTO epics (company_id, id, project_id, name, color, due_date, created_at, updated_at)
        SELECT $1, md5('epic' || n)::uuid, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Epic ' || n, '#808080',
          now() + n * interval '1 day', now(), now()
        FROM generate_series(0, 99) n ON CONFLICT DO NOTHING`,
      [id, projectIds],
    );
    const { rows } = await client.query<{ id: string; role: string }>(
      `INSERT INTO virtual_colleagues (company_id, id, name, role, active, frequency, timezone, all_projects, settings,
          rules, owner_id, created_at, updated_at)
        SELECT $1, gen_random_uuid(), made.role, made.role, true, 'hourly', 'UTC', true, made.settings, made.rules, $2, now(), now()
        FROM json_to_recordset($3::json) AS made (role text, settings jsonb, rules jsonb) RETURNING id, role`,
      [id, userId, JSON.stringify(colleagues)],
    );
    return rows;
  } finally {
    await client.end();
  }
}
