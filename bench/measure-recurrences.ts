import pg from 'pg';
import { eventually } from '../test/support/eventually.js';
import { type Company, postJson, register } from './company.js';
import { LANES } from './seed.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement } from './table.js';

const COMPANIES = 1_000;
const RECURRENCES = 10_000;
/** Of one company, which is as many as it may have. */
const DUE_OF_ONE = 200;
/** One of each of other companies. */
const DUE_OF_OTHERS = 300;
const DUE = DUE_OF_ONE + DUE_OF_OTHERS;
/** Milliseconds until the moment. */
const AHEAD = 3_000;
/** Seconds. */
const LATEST = 30;

/** How soon tasks are made that come at the same moment, most of them in one company, beside many that come later. */
export async function measureRecurrences(service: ServerProcess, databaseUrl: string): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const busy = await register(service, 'recurrences');
    await addRecurrences(client, await createRecurrence(service, busy));
    const moment = new Date(Date.now() + AHEAD);
    await client.query(
      `UPDATE recurrences SET due_at = $1, next_at = $1 WHERE company_id = $2 OR id IN (
        SELECT DISTINCT ON (company_id) id FROM recurrences WHERE company_id <> $2 ORDER BY company_id LIMIT ${DUE_OF_OTHERS})`,
      [moment, busy.id],
    );
    const isMade = async () => {
      const { rows } = await client.query<{ made: number }>('SELECT sum(made)::integer AS made FROM recurrences');
      return rows[0]?.made === DUE;
    };
    await eventually('all are made', isMade);
    const { rows } = await client.query<{ all: number; others: number }>(
      `SELECT extract(epoch FROM max(created_at) - $1)::float AS all,
          extract(epoch FROM max(created_at) FILTER (WHERE company_id <> $2) - $1)::float AS others
        FROM tasks WHERE recurrence_id IS NOT NULL`,
      [moment, busy.id],
    );
    const { all, others } = rows[0]!;
    return [
      absolute(`${DUE} tasks of one moment, among ${RECURRENCES.toLocaleString('en')} recurrences`, all, ' s', {
        most: LATEST,
      }),
      absolute(`those of companies with one, beside ${DUE_OF_ONE} of another`, others, ' s', { most: LATEST }),
    ];
  } finally {
    await client.end();
  }
}

/** With two subtasks and somebody who is told. */
async function createRecurrence(service: ServerProcess, { projectId, headers }: Company): Promise<string> {
  const recurrence = await postJson<{ id: string }>(service, '/recurrences', headers, {
    name: 'Weekly report',
    projectId,
    task: { title: 'Report {{n}}, {{week}}', assigneeId: 'creator', priority: 'High', dueIn: { days: 2 } },
    subtasks: [{ title: 'Numbers' }, { title: 'Text', assigneeId: 'parent' }],
    schedule: { frequency: 'weekly', timezone: 'Europe/Berlin' },
  });
  return recurrence.id;
}

/** More of the same in the company and in others, which come from tomorrow on. */
async function addRecurrences(client: pg.Client, id: string): Promise<void> {
  const others = `generate_series(1, ${COMPANIES - 1}) n`;
  const [company, user, project] = ['company', 'user', 'project'].map((thing) => `md5('${thing}' || n)::uuid`);
  const lanes = `unnest('{${LANES.join(',')}}'::text[]) WITH ORDINALITY AS l (name, place)`;
  await client.query(`
    INSERT INTO companies (id, name, created_at, updated_at) SELECT ${company}, 'Company ' || n, now(), now() FROM ${others};
    INSERT INTO users (company_id, id, email, name, role, active, credential_version, created_at, updated_at)
      SELECT ${company}, ${user}, 'member-' || n || '@example.com', 'Member', 'MEMBER', true, 1, now(), now() FROM ${others};
    INSERT INTO workflow_lanes (company_id, id, name, position, created_at, updated_at)
      SELECT ${company}, uuidv7(), name, place - 1, now(), now() FROM ${others}, ${lanes};
    INSERT INTO projects (company_id, id, key, name, status, created_at, updated_at)
      SELECT ${company}, ${project}, 'WEB', 'Website', 'active', now(), now() FROM ${others};
    INSERT INTO project_counters (company_id, project_id, last_task_number, task_count)
      SELECT ${company}, ${project}, 0, 0 FROM ${others}`);
  const ofOthers = `SELECT minute, ${company} AS company_id, ${project} AS project_id, ${user} AS user_id
    FROM (SELECT minute, 1 + minute % ${COMPANIES - 1} AS n FROM generate_series(1, ${RECURRENCES - DUE_OF_ONE}) minute) numbered`;
  const ofOne = `SELECT minute, r.company_id, r.project_id, r.created_by_id AS user_id
    FROM generate_series(1, ${DUE_OF_ONE - 1}) minute`;
  for (const copies of [ofOthers, ofOne]) {
    await client.query(
      `INSERT INTO recurrences SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
          'company_id', c.company_id, 'project_id', c.project_id, 'created_by_id', c.user_id,
          'next_at', at, 'due_at', at))).*
        FROM recurrences r, LATERAL (${copies}) c, LATERAL (SELECT now() + interval '1 day' + minute * interval '1 minute' AS at) m
        WHERE r.id = $1`,
      [id],
    );
  }
  await client.query('VACUUM (ANALYZE)');
}
