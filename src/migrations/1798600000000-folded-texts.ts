import type { MigrationInterface, QueryRunner } from 'typeorm';
import { folded, unaccented } from '#common/text/folded.js';
import { FOLDING_FUNCTIONS } from './folding/functions.js';
import { keepNamesApart } from './folding/unique-names.js';

const FUNCTIONS = ['folded', 'unaccented', 'folded_beyond_ascii', 'unaccented_beyond_ascii'];

const TITLES = `CREATE INDEX task_texts_title ON task_texts USING gin (split_part(text, E'\\n', 2) gin_trgm_ops)`;
const TEXTS = 'CREATE INDEX task_texts_search ON task_texts USING gin (text gin_trgm_ops)';

/** How many texts one statement changes without making the indexes again. */
const FEW = 20_000;
const BATCH = 1_000;
const NIL = '00000000-0000-0000-0000-000000000000';
/** What is searched of a task. */
const SEARCHED = `t.tid || CASE WHEN t.has_extras THEN coalesce((SELECT string_agg(' ' || ft.tid, '' ORDER BY ft.tid)
  FROM task_former_tids ft WHERE ft.company_id = t.company_id AND ft.task_id = t.id), '') ELSE '' END
  || E'\\n' || t.title || E'\\n' || coalesce(t.description, '')`;
const BEYOND_ASCII = `(octet_length(t.title) > length(t.title) OR octet_length(t.description) > length(t.description))`;

/** The service rounds hours. A type without decimals of its own makes no row be written again. */
const HOURS = [
  ['tasks', 'estimated_hours', 'numeric(8,2)'],
  ['tasks', 'logged_hours', 'numeric(8,2)'],
  ['time_entries', 'hours', 'numeric(8,2)'],
  ['sprint_changes', 'remaining_hours', 'numeric(14,2)'],
] as const;

/** Texts are compared in one form that is the same on every PostgreSQL, and sorted by alphabet. Hours keep four decimals. */
export class FoldedTexts1798600000000 implements MigrationInterface {
  name = 'FoldedTexts1798600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of FOLDING_FUNCTIONS) await runner.query(text);
    for (const [table, column] of HOURS) await runner.query(`ALTER TABLE ${table} ALTER COLUMN ${column} TYPE numeric`);
    await makeAlphabet(runner);
    await runner.query('DROP INDEX tasks_title');
    await runner.query('CREATE INDEX tasks_title ON tasks (company_id, (title COLLATE alphabet), id)');
    await foldTexts(runner);
    await keepNamesApart(runner, { index: 'labels_name', table: 'labels', within: ['company_id'] });
    await keepNamesApart(runner, { index: 'workflow_lanes_name', table: 'workflow_lanes', within: ['company_id'] });
    const isThere = 'deleted_at IS NULL';
    await keepNamesApart(runner, { index: 'fields_name', table: 'fields', within: ['company_id'], where: isThere });
    const templates = { table: 'templates', within: ['company_id'] };
    await keepNamesApart(runner, { ...templates, index: 'templates_company_name', where: 'project_id IS NULL' });
    const within = ['company_id', 'project_id'];
    await keepNamesApart(runner, { ...templates, index: 'templates_name', within, where: 'project_id IS NOT NULL' });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['labels', 'workflow_lanes']) {
      await runner.query(`DROP INDEX ${table}_name`);
      await runner.query(`CREATE UNIQUE INDEX ${table}_name ON ${table} (company_id, lower(name))`);
    }
    await runner.query('DROP INDEX fields_name, templates_company_name, templates_name');
    await runner.query('CREATE UNIQUE INDEX fields_name ON fields (company_id, lower(name)) WHERE deleted_at IS NULL');
    await runner.query(`CREATE UNIQUE INDEX templates_name ON templates (company_id, project_id, lower(name))
      WHERE project_id IS NOT NULL`);
    await runner.query(`CREATE UNIQUE INDEX templates_company_name ON templates (company_id, lower(name))
      WHERE project_id IS NULL`);
    await runner.query('DROP INDEX tasks_title');
    await runner.query('CREATE INDEX tasks_title ON tasks (company_id, lower(title), id)');
    await runner.query(`UPDATE task_texts x SET text = lower(${SEARCHED}) FROM tasks t
      WHERE t.company_id = x.company_id AND t.id = x.id AND ${BEYOND_ASCII}`);
    await runner.query('ALTER TABLE task_texts DROP COLUMN accented');
    await runner.query('DROP COLLATION alphabet');
    for (const [table, column, type] of HOURS) {
      await runner.query(`ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type}`);
    }
    for (const name of FUNCTIONS) await runner.query(`DROP FUNCTION ${name}(text)`);
  }
}

/** Not every PostgreSQL has been built with ICU. */
async function makeAlphabet(runner: QueryRunner): Promise<void> {
  const found = (await runner.query(`SELECT FROM pg_collation WHERE collname = 'und-x-icu'`)) as unknown[];
  await runner.query(`CREATE COLLATION alphabet FROM ${found.length > 0 ? '"und-x-icu"' : '"C"'}`);
}

/** What is ASCII is as it was. */
async function foldTexts(runner: QueryRunner): Promise<void> {
  await runner.query('ALTER TABLE task_texts ADD COLUMN accented text');
  const [row] = (await runner.query(
    `SELECT count(*)::integer AS count FROM (SELECT FROM tasks t WHERE ${BEYOND_ASCII} LIMIT ${FEW}) found`,
  )) as { count: number }[];
  const isMany = row?.count === FEW;
  if (isMany) await runner.query('DROP INDEX task_texts_title, task_texts_search');
  let after: Place = { companyId: NIL, id: NIL };
  let forms: readonly Forms[] = [];
  let tasks = await storeAndRead(runner, forms, after);
  while (tasks.length > 0) {
    after = tasks.at(-1) ?? after;
    // The database stores what was folded before, and reads on, while the service folds.
    const next = storeAndRead(runner, forms, after);
    forms = tasks.map(formsOf);
    tasks = await next;
  }
  await storeAndRead(runner, forms, after);
  if (isMany) await makeIndexes(runner);
}

/** Of a table without the texts as they were: an index of this transaction has them, too, and takes twice as long. */
async function makeIndexes(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE task_texts ALTER COLUMN text TYPE text USING text || ''`);
  await runner.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  await runner.query(TITLES);
  await runner.query(TEXTS);
}

/** Of a task in their order. */
interface Place {
  readonly companyId: string;
  readonly id: string;
}

interface SearchedTask extends Place {
  readonly text: string;
}

/** What is stored of a task: the folded text without accents, and with them where it has some. */
interface Forms extends Place {
  readonly whole: string;
  readonly plain: string;
}

/** The service folds many times as fast as the database. */
function formsOf({ companyId, id, text }: SearchedTask): Forms {
  return { companyId, id, whole: folded(text), plain: unaccented(text) };
}

/** Stores the forms of tasks, and gives the next tasks after a place. */
function storeAndRead(runner: QueryRunner, forms: readonly Forms[], after: Place): Promise<SearchedTask[]> {
  return runner.query(
    `WITH stored AS (UPDATE task_texts x SET text = n.plain, accented = nullif(n.whole, n.plain)
        FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) n (company_id, id, whole, plain)
        WHERE x.company_id = n.company_id AND x.id = n.id)
      SELECT t.company_id AS "companyId", t.id, ${SEARCHED} AS text FROM tasks t
      WHERE (t.company_id, t.id) > ($1, $2) AND ${BEYOND_ASCII} ORDER BY t.company_id, t.id LIMIT ${BATCH}`,
    [
      after.companyId,
      after.id,
      forms.map(({ companyId }) => companyId),
      forms.map(({ id }) => id),
      forms.map(({ whole }) => whole),
      forms.map(({ plain }) => plain),
    ],
  ) as Promise<SearchedTask[]>;
}
