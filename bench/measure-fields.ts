import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { creation } from './compare-with-bare.js';
import type { Pair, SeededDatabase } from './compare-writes.js';
import { compareThroughput } from './measure-throughput.js';
import type { Measurement } from './table.js';

const LIST = { path: '/tasks?page=1&limit=50' };
/** Differences are small: more and shorter runs than elsewhere. */
const RUNS = 9;
const TEXTS = 17;
/** A field's list takes at most twice as long. */
const HALF = 0.5;

const SEVERITY = { id: randomUUID(), major: randomUUID(), minor: randomUUID() };
const TESTER = randomUUID();
const EFFORT = randomUUID();

/** What own fields cost a company that has 20, each with a value on half of the tasks. `without` has none. */
export async function measureFields(
  { with: ours, without }: Pair,
  { seconds, matches }: { readonly seconds: number; readonly matches: number },
): Promise<Measurement[]> {
  const estimate = await addFields(ours, matches);
  const { service } = ours;
  const beside = { ours: service, bare: without.service };
  const same = { ours: service, bare: service };
  const list = (name: string, path: string, target: number) => ({
    name,
    target,
    runs: RUNS,
    reference: 'without fields',
    ours: [{ path }],
    bare: [LIST],
  });
  const filtered = (name: string, filter: string, usual: string) => {
    const paths = [filter, usual].map((text) => [{ path: `${LIST.path}&filter=${encodeURIComponent(text)}` }]);
    const [own = [], other = []] = paths;
    return {
      name: `list by ${name}`,
      target: HALF,
      runs: RUNS,
      reference: usual.split(' ')[0] ?? '',
      ours: own,
      bare: other,
    };
  };
  const label = `label = ${ours.company.planted.label}`;
  return [
    await compareThroughput(beside, list('list of a company with 20 fields', LIST.path, 0.97), seconds),
    await compareThroughput(
      beside,
      list('list with values of 20 fields', `${LIST.path}&include=custom`, 0.85),
      seconds,
    ),
    await compareThroughput(same, creations(ours), seconds),
    await compareThroughput(same, filtered('an option', 'severity = Major', label), seconds),
    await compareThroughput(same, filtered('a person', `tester = ${ours.company.planted.assignee}`, label), seconds),
    await compareThroughput(same, filtered('a range', `effort > ${estimate}`, `estimate > ${estimate}`), seconds),
  ];
}

function creations({ company }: SeededDatabase) {
  const custom = { severity: 'Minor', tester: company.userId, effort: 3, text_1: 'One', text_2: 'Two' };
  return {
    name: 'create task with five values',
    reference: 'without',
    runs: RUNS,
    target: 0.9,
    ours: company.projectIds.map((projectId) => creation({ projectId, custom })),
    bare: company.projectIds.map((projectId) => creation({ projectId })),
  };
}

/** As many tasks as are planted have the option, and others the person. The estimate that one task in a hundred is above. */
async function addFields({ company, databaseUrl }: SeededDatabase, matches: number): Promise<number> {
  const texts = Array.from({ length: TEXTS }, (_, n) => ({ id: randomUUID(), key: `text_${n}` }));
  const option = (id: string, name: string) => ({ id, name, color: '#808080', archived: false });
  const fields = [
    {
      id: SEVERITY.id,
      key: 'severity',
      type: 'select',
      options: [option(SEVERITY.minor, 'Minor'), option(SEVERITY.major, 'Major')],
    },
    { id: TESTER, key: 'tester', type: 'person', options: [] },
    { id: EFFORT, key: 'effort', type: 'number', options: [] },
    ...texts.map((field) => ({ ...field, type: 'text', options: [] })),
  ];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO fields (company_id, id, key, name, type, options, position, created_at, updated_at)
        SELECT $1, f.id, f.key, f.key, f.type, f.options, f.n, now(), now()
        FROM jsonb_to_recordset($2) AS f (id uuid, key text, type text, options jsonb, n integer)`,
      [company.id, JSON.stringify(fields.map((field, n) => ({ ...field, n })))],
    );
    const every = Math.round(company.tasks / matches);
    await client.query(
      `INSERT INTO task_values (company_id, id, custom)
        SELECT $1, t.id, $2::jsonb || jsonb_build_object(
          $3::text, CASE WHEN t.n % $9 = 0 THEN $4::text ELSE $5::text END,
          $6::text, CASE WHEN t.n % $9 = 2 THEN $7::text ELSE $8::text END,
          $10::text, t.estimated_hours)
        FROM (SELECT id, coalesce(estimated_hours, 0) AS estimated_hours, row_number() OVER (ORDER BY id) AS n
          FROM tasks WHERE company_id = $1) t WHERE t.n % 2 = 0`,
      [
        company.id,
        JSON.stringify(Object.fromEntries(texts.map(({ id }) => [id, 'A text of some words']))),
        ...[SEVERITY.id, SEVERITY.major, SEVERITY.minor],
        ...[TESTER, company.planted.assignee, company.userId],
        ...[every, EFFORT],
      ],
    );
    await client.query(
      'UPDATE tasks t SET has_extras = true FROM task_values v WHERE v.id = t.id AND v.company_id = t.company_id',
    );
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query<{ estimate: string }>(
      'SELECT percentile_disc(0.99) WITHIN GROUP (ORDER BY estimated_hours) AS estimate FROM tasks WHERE company_id = $1',
      [company.id],
    );
    return Number(rows[0]?.estimate);
  } finally {
    await client.end();
  }
}
