import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { SeededService } from './measure-first-page.js';
import { absolute, type Measurement } from './table.js';

const WARM_UP = 500;
const REQUESTS = 5_000;
const AT_ONCE = 8;
const INCLUDED = ['assignee', 'delegate', 'project', 'labels', 'work'];
const SORTS = ['createdAt', 'updatedAt', 'completedAt', 'dueDate', 'priority', 'status', 'title', 'rank'];
const FILTERS = ['', '', '', '&priority=High', '&isDone=false', '&status=To%20Do,Done', '&filter=estimate%20%3E%202'];

/** By how much list requests of all kinds make the private memory of the service and its database grow (extensions 10.1). */
export async function measureStatements(
  { service, company: { projectIds } }: SeededService,
  databaseUrl: string,
): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const memory = async () => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return [service.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + privateBytes(pid), 0);
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
  const growth = (await memory()) - before;
  await client.end();
  const name = `${REQUESTS.toLocaleString('en')} different lists, growth of the service and its database`;
  return [absolute(name, growth / 1e6, ' MB', { most: 50 })];
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
