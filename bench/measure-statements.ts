import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SeededService } from './measure-first-page.js';
import { absolute, type Measurement } from './table.js';

const WARM_UP = 500;
const REQUESTS = 5_000;
const AT_ONCE = 8;
/** Milliseconds after which V8 has collected what a process at rest does not need. */
const REST = 30_000;
const INCLUDED = ['assignee', 'delegate', 'project', 'labels', 'work'];
const SORTS = ['createdAt', 'updatedAt', 'completedAt', 'dueDate', 'startDate', 'priority', 'status', 'title', 'rank'];
const FILTERS = ['', '', '', '&priority=High', '&isDone=false', '&status=To%20Do,Done', '&filter=estimate%20%3E%202'];

/**
 * By how much list requests of all kinds make the private memory of the service and its database grow. That of
 * the service counts at rest: while it works, most of it is garbage that V8 has not collected, of equal requests as much as of
 * different ones.
 */
export async function measureStatements(
  { service, company: { projectIds } }: SeededService,
  databaseUrl: string,
): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // That of the database first: connections that nobody uses are closed.
  const memory = async () => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const database = rows.reduce((sum, { pid }) => sum + privateBytes(pid), 0);
    await delay(REST);
    return { database, service: privateBytes(service.pid) };
  };
  let number = 0;
  const read = async (until: number) => {
    while (number < until) {
      const path = `/tasks?projectId=${projectIds[number % projectIds.length]}&${queryOf(number)}`;
      number += 1;
      const response = await fetch(`${service.origin}${service.basePath}${path}`, { headers: service.headers });
      if (!response.ok) throw new Error(`GET ${path}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  const readTogether = (until: number) => Promise.all(Array.from({ length: AT_ONCE }, () => read(until)));
  await readTogether(WARM_UP);
  const before = await memory();
  await readTogether(WARM_UP + REQUESTS);
  const after = await memory();
  await client.end();
  const lists = `${REQUESTS.toLocaleString('en')} different lists`;
  const megabytes = (part: 'service' | 'database') => (after[part] - before[part]) / 1e6;
  const growth = megabytes('service') + megabytes('database');
  return [
    {
      ...absolute(`${lists}, growth of the service and its database`, growth, ' MB', { most: 50 }),
      reference: `the database ${Math.round(megabytes('database'))} MB`,
    },
  ];
}

/** Differs in limit, sort, order and number of the included, and filter. */
function queryOf(number: number): string {
  const chosen = INCLUDED.filter((_name, place) => (number >> place) % 2 === 1);
  const included = number % 3 === 0 ? chosen.reverse() : chosen;
  const include = included.length > 0 ? `&include=${included.join()}` : '';
  const sort = `sortBy=${SORTS[(number >> 5) % SORTS.length]}&sortOrder=${number % 2 === 0 ? 'asc' : 'desc'}`;
  return `page=1&limit=${1 + (number % 200)}&${sort}${include}${FILTERS[number % FILTERS.length]}`;
}

/** Memory that the process shares with no other, as Linux counts it. */
function privateBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...text.matchAll(/^Private_\w+: +(\d+) kB/gm)].map(([, amount]) => Number(amount));
  return kilobytes.reduce((sum, amount) => sum + amount * 1024, 0);
}
