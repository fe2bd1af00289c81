import pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { sentences } from './prose.js';

export interface SeedOptions {
  tasks: number;
  /** How many tasks, at random places, get each of `PLANTS`; an even number. */
  matches: number;
  /** How many projects they are in. Default 20. */
  projects?: number;
  /** All sentences have letters beyond ASCII. */
  hasAccents?: boolean;
}

/** A company with tasks in projects. */
export interface SeededCompany {
  id: string;
  /** How many. */
  tasks: number;
  /** Whose requests are measured: a MEMBER. */
  userId: string;
  projectIds: string[];
  /** What only the planted tasks have. */
  planted: Record<'project' | 'assignee' | 'sprint' | 'epic' | 'label' | 'parent', string>;
  /** Of some of the tasks. */
  sample: { id: string; tid: string }[];
}

type Company = Omit<SeededCompany, 'tasks' | 'sample'>;

/** Values that only the planted tasks have. */
export const PLANTED_STATUS = 'Parked';
export const PLANTED_PRIORITY = 'Urgent';
export const PLANTED_YEARS = { due: 2040, created: 2010, updated: 2012 };
export const PLANTED_WORDS = {
  short: 'zqx',
  long: 'quetzalcoatl',
  first: 'walrus',
  second: 'umbrella',
  deep: 'xylograph',
};

/** What is planted independently of all else, each into `matches` tasks. */
const PLANTS = [
  ...['project', 'priority', 'assignee', 'sprint', 'epic', 'parent', 'label', 'due', 'created', 'updated'],
  ...['short', 'long', 'two', 'deep'],
];
/** A task has one status, so these share none; each is planted into half as many. */
const HALF_PLANTS = ['status', 'status', 'blockedStatus', 'blockedByTask'];

const PROJECTS = 20;
const USERS = 50;
const SENTENCES = 2_000;
const SAMPLE = 500;
export const LANES = ['Backlog', 'To Do', 'In Progress', 'In Review', 'Done', 'Blocked'];
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The rank of the project's task `n`, as the service makes it. */
export const RANK = `'f' || ${[5, 4, 3, 2, 1, 0].map((place) => `substr('${DIGITS}', 1 + n / ${62 ** place} % 62, 1)`).join(' || ')}`;

/** Fills an empty migrated database; the schema is the same afterwards. */
export async function seed(databaseUrl: string, options: SeedOptions): Promise<SeededCompany> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The rows are right by construction: no need to look up a million foreign keys.
    await client.query(`SET synchronous_commit = off; SET session_replication_role = replica; SET work_mem = '256MB';
      SET maintenance_work_mem = '1GB'; SELECT setseed(0.5)`);
    const company = await insertCompany(client, options);
    await draftTasks(client, company, options);
    const indexes = await dropIndexes(client);
    await insertTasks(client, company);
    for (const definition of indexes) await client.query(definition);
    await insertLabels(client, company);
    await client.query('SET session_replication_role = DEFAULT');
    await insertBlockers(client, company, options);
    // Rows count as visible to all only once their commit is on disk.
    await client.query('CHECKPOINT');
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
    return { ...company, tasks: options.tasks, sample: await sampleOf(client) };
  } finally {
    await client.end();
  }
}

async function insertCompany(client: pg.Client, { projects = PROJECTS }: SeedOptions): Promise<Company> {
  const ids = (count: number) => Array.from({ length: count }, () => uuidv7());
  const [id = '', userId = '', project = '', assignee = '', sprint = '', epic = '', label = '', parent = ''] = ids(8);
  const projectIds = ids(projects);
  await client.query(
    `INSERT INTO companies (id, name, created_at, updated_at) VALUES ($1, 'Benchmark', now(), now())`,
    [id],
  );
  await client.query(
    `INSERT INTO users (company_id, id, email, name, role, active, credential_version, created_at, updated_at)
      SELECT $1, id, 'user-' || n || '@example.com', 'User ' || n, 'MEMBER', true, 1, now(), now()
      FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [id, [userId, assignee, ...ids(USERS)]],
  );
  await client.query(
    `INSERT INTO workflow_lanes (company_id, id, name, position, created_at, updated_at)
      SELECT $1, uuidv7(), name, n - 1, now(), now() FROM unnest($2::text[]) WITH ORDINALITY AS l (name, n)`,
    [id, LANES],
  );
  await client.query(
    `INSERT INTO projects (company_id, id, key, name, status, created_at, updated_at)
      SELECT $1, id, 'P' || n, 'Project ' || n, 'active', now(), now()
      FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, n)`,
    [id, [...projectIds, project]],
  );
  return { id, userId, projectIds, planted: { project, assignee, sprint, epic, label, parent } };
}

/** Drafts of the tasks: number, id, time, planted values, and random numbers for all other fields. */
async function draftTasks(
  client: pg.Client,
  { planted, projectIds }: Company,
  { tasks, matches, hasAccents = false }: SeedOptions,
): Promise<void> {
  await client.query('CREATE TEMP TABLE prose (number integer, sentence text)');
  await client.query(
    `INSERT INTO prose SELECT n - 1, sentence FROM unnest($1::text[]) WITH ORDINALITY AS s (sentence, n)`,
    [sentences(SENTENCES).map((text) => (hasAccents ? text.replaceAll('e', 'é') : text))],
  );
  await client.query('CREATE TEMP TABLE plants (name text, n integer)');
  const plant = async (names: string[], count: number) => {
    await client.query(
      `INSERT INTO plants SELECT ($2::text[])[1 + (place - 1) / $3::integer], n
        FROM (SELECT n, row_number() OVER (ORDER BY random()) AS place FROM generate_series(1, $1::integer) n) shuffled
        WHERE place <= $3::integer * cardinality($2::text[])`,
      [tasks, names, count],
    );
  };
  if (matches > 0) {
    for (const name of PLANTS) await plant([name], matches);
    await plant(HALF_PLANTS, matches / 2);
  }
  const sentence = `floor(random() * ${SENTENCES})::integer`;
  await client.query(
    `CREATE TEMP TABLE drafts AS
      SELECT n, created_at, CASE WHEN n = 1 THEN '${planted.parent}' ELSE uuidv7(created_at - now()) END AS id,
        coalesce(planted, '{}') AS planted,
        1 + floor(random() * ${projectIds.length})::integer AS project, random() AS chance, random() AS other_chance,
        ${sentence} AS s1, ${sentence} AS s2, ${sentence} AS s3, ${sentence} AS s4, ${sentence} AS s5
      FROM (SELECT n, now() - interval '700 days' + n * interval '600 days' / ${tasks} AS created_at
        FROM generate_series(1, ${tasks}) n) numbered
      LEFT JOIN (SELECT n, array_agg(name) AS planted FROM plants GROUP BY n) sown USING (n)`,
  );
  await client.query('ANALYZE drafts');
}

/** Drops the indexes of the tasks and their texts that are no constraints; gives their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename IN ('tasks', 'task_texts') AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function insertTasks(client: pg.Client, { id, planted, projectIds }: Company): Promise<void> {
  const has = (name: string) => `'${name}' = ANY (d.planted)`;
  const { short, long, first, second, deep } = PLANTED_WORDS;
  const word = (name: string, text: string) => `CASE WHEN ${has(name)} THEN ' ${text}' ELSE '' END`;
  const year = (number: number) => `'${number}-01-01'::timestamptz + n * interval '1 second'`;
  await client.query(
    `INSERT INTO tasks (company_id, id, project_id, tid, rank, title, description, status, priority, estimated_hours,
        logged_hours, assignee_id, sprint_id, epic_id, parent_id, due_date, created_at, updated_at)
      SELECT $1, d.id, p.id, p.key || '-' || n, ${RANK},
        a.sentence || ${word('short', short)} || ${word('long', long)} || ${word('two', `${first} and ${second}`)},
        concat_ws(' ', b.sentence, c.sentence, e.sentence, f.sentence) || ${word('deep', deep)},
        CASE WHEN ${has('status')} THEN '${PLANTED_STATUS}' WHEN ${has('blockedStatus')} THEN 'Blocked'
          WHEN chance < 0.2 THEN 'Backlog' WHEN chance < 0.4 THEN 'To Do' WHEN chance < 0.5 THEN 'In Progress'
          WHEN chance < 0.6 THEN 'In Review' ELSE 'Done' END,
        CASE WHEN ${has('priority')} THEN '${PLANTED_PRIORITY}' WHEN other_chance < 0.4 THEN 'None'
          WHEN other_chance < 0.6 THEN 'Low' WHEN other_chance < 0.9 THEN 'Medium' ELSE 'High' END,
        CASE WHEN chance < 0.7 THEN 1 + s1 % 16 END, CASE WHEN chance < 0.3 THEN s2 % 8 END,
        CASE WHEN ${has('assignee')} THEN $2::uuid WHEN s3 % 4 > 0 THEN u.id END,
        CASE WHEN ${has('sprint')} THEN $3::uuid WHEN s4 % 3 = 0 THEN md5('sprint' || s4 % 150)::uuid END,
        CASE WHEN ${has('epic')} THEN $4::uuid WHEN s5 % 3 = 0 THEN md5('epic' || s5 % 300)::uuid END,
        CASE WHEN ${has('parent')} THEN $5::uuid END,
        CASE WHEN ${has('due')} THEN ${year(PLANTED_YEARS.due)}
          WHEN other_chance < 0.6 THEN d.created_at + interval '60 days' * chance END,
        CASE WHEN ${has('created')} THEN ${year(PLANTED_YEARS.created)} ELSE d.created_at END,
        CASE WHEN ${has('updated')} THEN ${year(PLANTED_YEARS.updated)}
          ELSE d.created_at + interval '30 days' * other_chance END
      FROM drafts d
        JOIN prose a ON a.number = s1 JOIN prose b ON b.number = s2 JOIN prose c ON c.number = s3
        JOIN prose e ON e.number = s4 JOIN prose f ON f.number = s5
        JOIN projects p ON p.key = 'P' || CASE WHEN ${has('project')} THEN ${projectIds.length + 1} ELSE d.project END
        JOIN users u ON u.email = 'user-' || 3 + s3 % ${USERS} || '@example.com'
      ORDER BY n`,
    [id, planted.assignee, planted.sprint, planted.epic, planted.parent],
  );
  await storeSearchTexts(client);
  await client.query(
    `INSERT INTO project_counters (company_id, project_id, last_task_number, task_count)
      SELECT company_id, id, (SELECT max(n) FROM drafts),
        (SELECT count(*) FROM tasks t WHERE t.company_id = p.company_id AND t.project_id = p.id) FROM projects p`,
  );
}

/** What a search looks through, of tasks that the service has not made. */
export async function storeSearchTexts(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO task_texts (company_id, id, project_id, created_at, text)
      SELECT company_id, id, project_id, created_at, lower(tid || E'\\n' || title || E'\\n' || coalesce(description, '')) FROM tasks
      ON CONFLICT DO NOTHING`,
  );
}

/** Half of the tasks have one of 20 labels. */
async function insertLabels(client: pg.Client, { id, planted }: Company): Promise<void> {
  await client.query(
    `INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
      SELECT $1, id, id::text, '#808080', now(), now()
      FROM (SELECT md5('label' || n)::uuid AS id FROM generate_series(0, 19) n UNION ALL SELECT $2) l`,
    [id, planted.label],
  );
  await client.query(
    `INSERT INTO task_labels (company_id, task_id, label_id, is_open)
      SELECT t.company_id, t.id, l.label_id, t.status <> 'Done' FROM (
        SELECT id, md5('label' || s1 % 20)::uuid AS label_id FROM drafts WHERE s2 % 2 = 0
        UNION ALL SELECT id, $2::uuid FROM drafts WHERE 'label' = ANY (planted)
      ) l JOIN tasks t ON t.company_id = $1 AND t.id = l.id`,
    [id, planted.label],
  );
}

/** Two tasks in a hundred have a blocker that is done; the planted ones have an open blocker. */
async function insertBlockers(client: pg.Client, { id }: Company, { tasks }: SeedOptions): Promise<void> {
  const some = (condition: string, count: number) =>
    `(SELECT id, row_number() OVER () AS pair FROM (
      SELECT id FROM tasks WHERE ${condition} ORDER BY random() LIMIT ${count}) shuffled)`;
  await client.query(
    `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
      SELECT $1, task.id, blocker.id, false FROM ${some(`status = 'To Do'`, tasks / 50)} task
      JOIN ${some(`status = 'Done'`, tasks / 50)} blocker USING (pair)`,
    [id],
  );
  await client.query(
    `INSERT INTO task_blockers (company_id, task_id, blocker_id)
      SELECT $1, id, (SELECT id FROM tasks WHERE status = 'In Progress' LIMIT 1)
      FROM drafts WHERE 'blockedByTask' = ANY (planted)`,
    [id],
  );
}

async function sampleOf(client: pg.Client): Promise<SeededCompany['sample']> {
  const { rows } = await client.query<{ id: string; tid: string }>(
    `SELECT id, tid FROM tasks ORDER BY random() LIMIT ${SAMPLE}`,
  );
  return rows;
}
