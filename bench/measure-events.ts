import pg from 'pg';
import type { SeededService } from './measure-first-page.js';
import { type Measurement, median } from './table.js';

/** A service whose company has so many events. */
export interface ServiceWithEvents extends SeededService {
  readonly events: number;
}

const LIMIT = 200;
const WARM_UPS = 5;
const RUNS = 31;
const MOST_TIMES_SLOWER = 2;

/** Writes events about as long as those of tasks, behind the service's back. */
export async function addEvents(databaseUrl: string, { id, projectIds }: SeededService['company'], count: number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO events (company_id, id, position, name, project_id, data, occurred_at)
      SELECT $1, make_uuid_v7(), n, 'task.updated', ($2::uuid[])[1 + n % cardinality($2::uuid[])],
        json_build_object('id', gen_random_uuid(), 'title', 'Task ' || n, 'description', repeat('word ', 80)), now()
      FROM generate_series(1, $3::integer) n`,
    [id, projectIds, count],
  );
  await client.query(`INSERT INTO event_positions (company_id, position, generation) VALUES ($1, $2, 0)`, [id, count]);
  await client.query('VACUUM (ANALYZE) events');
  await client.end();
}

/** Times of a page of events among few and among many, each from the middle on. */
export async function compareEvents(few: ServiceWithEvents, many: ServiceWithEvents): Promise<Measurement> {
  const times: { few: number; many: number }[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    times.push({ few: await timeOfPage(few, run), many: await timeOfPage(many, run) });
  }
  const measured = times.slice(WARM_UPS);
  const [fewTime, manyTime] = [median(measured.map((time) => time.few)), median(measured.map((time) => time.many))];
  return {
    name: `GET /events of ${LIMIT}`,
    reference: `${few.events.toLocaleString('en')} events ${fewTime.toFixed(1)} ms`,
    ours: `${many.events.toLocaleString('en')} events ${manyTime.toFixed(1)} ms`,
    ratio: manyTime / fewTime,
    target: `≤ ${MOST_TIMES_SLOWER.toFixed(1)}`,
    isMet: manyTime / fewTime <= MOST_TIMES_SLOWER,
  };
}

async function timeOfPage({ service, events }: ServiceWithEvents, run: number): Promise<number> {
  const after = Math.floor(events / 2) + run;
  const start = performance.now();
  const response = await fetch(`${service.origin}${service.basePath}/events?after=${after}&limit=${LIMIT}`, {
    headers: service.headers,
  });
  const body = await response.text();
  const milliseconds = performance.now() - start;
  if (!response.ok || (JSON.parse(body) as { data: unknown[] }).data.length !== LIMIT) throw new Error(body);
  return milliseconds;
}
