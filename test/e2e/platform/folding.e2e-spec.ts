import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { folded, unaccented } from '#common/text/folded.js';
import { migrate } from '#core/database/schema/migrate.js';
import { dataSourceOptions } from '../../../ormconfig.js';
import { TestDatabase } from '../../support/test-database.js';

const COMPANY = '00000000-0000-7000-8000-000000000001';
/** What folding or the rule of accents may change, and some of all others. */
const TELLING = /^[\p{CWCF}\p{DI}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}]$/u;

let database: TestDatabase;
afterEach(() => database.close());

it('folds in PostgreSQL as in the service, all of Unicode', async () => {
  database = await TestDatabase.create('migrated');
  const points = Array.from({ length: 0x10ffff }, (_, index) => index + 1).filter(
    (point) => (point < 0xd800 || point > 0xdfff) && (point % 211 === 0 || TELLING.test(String.fromCodePoint(point))),
  );
  const characters = points.map((point) => String.fromCodePoint(point));
  const texts = [
    ...characters,
    ...characters.map((character) => `A${character}\u0301ς`.normalize('NFC')),
    'ΟΔΟΣ STRASSE Œuvre',
    '',
  ];
  const rows = await database.rows<{ text: string; folded: string; unaccented: string }>(
    'SELECT t AS text, folded(t), unaccented(t) FROM unnest($1::text[]) t',
    [texts],
  );
  expect(rows).toHaveLength(texts.length);
  const wrong = rows.filter((row) => row.folded !== folded(row.text) || row.unaccented !== unaccented(row.text));
  expect(wrong).toEqual([]);
});

describe('an upgrade', () => {
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await TestDatabase.create('template1');
    dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    await migrate(dataSource);
    const newest = dataSource.migrations.map(({ name }) => name);
    for (let undone = newest.length; undone > newest.indexOf('FoldedTexts1798600000000'); undone -= 1) {
      await dataSource.undoLastMigration();
    }
    await database.rows(`INSERT INTO companies (id, name, created_at, updated_at) VALUES ($1, 'Acme', now(), now())`, [
      COMPANY,
    ]);
  });
  afterEach(() => dataSource.destroy());

  const label = (name: string, id: string = randomUUID()) =>
    database.rows(
      `INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
        VALUES ($1, $3, $2, '#000000', now(), now())`,
      [COMPANY, name, id],
    );

  it('keeps names that are alike by now, and lets no other be called as the first', async () => {
    for (const [place, name] of ['straße', 'STRASSE', 'other'].entries()) {
      await label(name, COMPANY.replace(/.$/, String(place)));
    }
    await migrate(dataSource);
    const names = await database.rows<{ name: string }>('SELECT name FROM labels ORDER BY id');
    expect(names.map(({ name }) => name)).toEqual(['straße', 'STRASSE', 'other']);
    for (const name of ['Strasse', 'OTHER']) await expect(label(name)).rejects.toThrow('labels_name');
  });

  it.each([
    ['few', 2_500],
    ['many', 20_500],
  ])('folds the texts of %s tasks that a search reads', async (_name, count) => {
    const indexes = () =>
      database.rows(`SELECT indexdef FROM pg_indexes WHERE tablename = 'task_texts' ORDER BY indexname`);
    const before = await indexes();
    await database.rows(
      `WITH project AS (
          INSERT INTO projects (company_id, id, key, name, status, created_at, updated_at)
          VALUES ($1, $1, 'WEB', 'Web', 'active', now(), now())),
        task AS (
          INSERT INTO tasks (company_id, id, project_id, tid, rank, title, description, status, priority, created_at, updated_at)
          SELECT $1, gen_random_uuid(), $1, 'WEB-' || n, lpad(n::text, 5, '0'), 'Größe ' || n,
            CASE WHEN n % 2 = 0 THEN 'ΟΔΟΣ' END, 'Backlog', 'None', now(), now() FROM generate_series(1, $2) n
          RETURNING *)
        INSERT INTO task_texts (company_id, id, project_id, created_at, text)
        SELECT company_id, id, project_id, created_at, lower(tid || E'\\n' || title || E'\\n' || coalesce(description, '')) FROM task`,
      [COMPANY, count],
    );
    await migrate(dataSource);
    expect(await indexes()).toEqual(before);
    const rows = await database.rows(
      `SELECT count(*)::integer AS count FROM task_texts
        WHERE text LIKE E'web-%\\ngrosse %\\n%' AND accented LIKE E'web-%\\ngrösse %\\n%' AND (text LIKE '%οδοσ') = (substr(text, 5) ~ E'^\\\\d*[02468]\\n')`,
    );
    expect(rows).toEqual([{ count }]);
  });

  it('makes the indexes by alphabet again with another ICU', async () => {
    await migrate(dataSource);
    const state = async () =>
      (
        await database.rows<{ version: string; file: string }>(
          `SELECT collversion AS version, pg_relation_filenode('tasks_title') AS file FROM pg_collation
            WHERE collname = 'alphabet'`,
        )
      )[0];
    const before = await state();
    await migrate(dataSource);
    expect(await state()).toEqual(before);
    await database.rows(`UPDATE pg_collation SET collversion = '1.2' WHERE collname = 'alphabet'`);
    await migrate(dataSource);
    const after = await state();
    expect(after?.version).toBe(before?.version);
    expect(after?.file).not.toBe(before?.file);
  });
});
