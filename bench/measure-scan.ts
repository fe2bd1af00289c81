import pg from 'pg';
import { COLLEAGUE_ROLES } from '../src/modules/virtual-colleagues/settings/role-presets.js';
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

/** What a first scan of the whole company costs, of the role that takes longest: it repeats nothing, and sends nothing. */
export async function measureScans({ service, company }: SeededService, databaseUrl: string): Promise<Measurement[]> {
  const colleagues = await addColleagues(databaseUrl, company);
  const { origin, basePath, headers } = service;
  const before = await service.probe();
  const costs: ScanCost[] = [];
  for (const { id, role } of colleagues) {
    const response = await fetch(`${origin}${basePath}/virtual-colleagues/${id}/scan`, { method: 'POST', headers });
    if (!response.ok) throw new Error(`scan of ${role}: ${response.status} ${await response.text()}`);
    costs.push({ role, ...((await response.json()) as Omit<ScanCost, 'role'>) });
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
  ];
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
