import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { migrate } from '#core/database/schema/migrate.js';
import { Api } from '../../support/api.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService } from '../../support/test-service.js';

/**
 * What commit d916d781, which had the 64 migrations, made in PostgreSQL 15: a company with a task, a comment and a webhook.
 * Of `pg_dump --inserts --no-owner`, without comments.
 */
const OLD_DATABASE = join(__dirname, '../../support/databases/before-the-schema.sql.gz');

/**
 * The schema, a line for each thing. Partitions are left out: they are of the day, and the first one has indexes of other names.
 * PostgreSQL 18 names the NOT NULLs, too: the columns say what they are.
 */
const SCHEMA = `
  WITH tables AS (SELECT oid, relname, relkind, reloptions, relpersistence FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition)
  SELECT format('table %s %s %s %s', relname, relkind, reloptions, pg_get_partkeydef(oid)) AS line FROM tables
  UNION ALL
  SELECT format('column %s %s %s: %s %s %s %s %s', relname, row_number() OVER (PARTITION BY t.oid ORDER BY attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attcollation::regcollation, attstorage, pg_get_expr(adbin, adrelid))
    FROM tables t JOIN pg_attribute a ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef d ON adrelid = t.oid AND adnum = attnum
  UNION ALL
  SELECT format('constraint %s %s: %s', relname, conname, pg_get_constraintdef(c.oid))
    FROM tables t JOIN pg_constraint c ON conrelid = t.oid AND contype <> 'n'
  UNION ALL
  SELECT format('index %s', pg_get_indexdef(indexrelid)) FROM tables t JOIN pg_index i ON indrelid = t.oid
  UNION ALL
  SELECT format('trigger %s', pg_get_triggerdef(g.oid)) FROM tables t JOIN pg_trigger g ON tgrelid = t.oid AND NOT tgisinternal
  UNION ALL
  SELECT format('function %s', pg_get_functiondef(p.oid)) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT format('migration %s', name) FROM migrations
  ORDER BY 1`;

let database: TestDatabase;
beforeEach(async () => {
  database = await TestDatabase.create('template1');
});
afterEach(() => database.close());

async function load(): Promise<void> {
  await database.rows(gunzipSync(readFileSync(OLD_DATABASE)).toString());
  await database.rows('RESET ALL');
}

async function migrateBy(instances: number): Promise<void> {
  const options = dataSourceOptions(database.url, 2);
  const dataSources = await Promise.all(Array.from({ length: instances }, () => new DataSource(options).initialize()));
  await Promise.all(dataSources.map((dataSource) => migrate(dataSource))).finally(() =>
    Promise.all(dataSources.map((dataSource) => dataSource.destroy())),
  );
}

const schemaOf = async () => (await database.rows<{ line: string }>(SCHEMA)).map(({ line }) => line);

/** Starts a process on the database, which ends by itself: its exit code and all that it says. */
async function refusedStart(): Promise<[code: number | null, stdout: string, stderr: string]> {
  const service = new ServiceProcess(temporaryFolder(), sharingEnvironment(database.url));
  const { code } = await service.wait();
  return [code, service.stdout, service.stderr];
}

describe('a database of the last version before there was one schema', () => {
  it('works on with its data', async () => {
    await load();
    const service = await startTestService({ secretsKeys: [Buffer.alloc(32)] }, database);
    const login = { email: 'owner@example.com', password: 'correct horse battery' };
    const { token } = (await service.api.post<{ token: string }>('/login', login)).body;
    const api: Api = service.api.as(token);
    const [task] = (await api.get<{ id: string; title: string }[]>('/tasks')).body;
    expect(task).toMatchObject({ tid: 'WEB-1', title: 'Of the version before' });
    expect((await api.get(`/tasks/${task?.id}/comments`)).body).toMatchObject([{ body: 'A comment' }]);
    expect((await api.put(`/tasks/${task?.id}`, { title: 'Changed' })).status).toBe(200);
    await service.stop();
  });

  it('has the schema of a new one afterwards, also when several instances start at once', async () => {
    await migrateBy(1);
    const ofNew = await schemaOf();
    await database.close();
    database = await TestDatabase.create('template1');
    await load();
    await migrateBy(3);
    expect(await schemaOf()).toEqual(ofNew);
    expect(ofNew.length).toBeGreaterThan(1_000);
  });

  it('is taken over with what was added to it since', async () => {
    await load();
    await database.rows(`INSERT INTO migrations (timestamp, name) VALUES (1796999501001, 'Added1796999501001')`);
    const options = dataSourceOptions(database.url, 2);
    class Added1796999501001 {
      name = 'Added1796999501001';
      up = () => Promise.reject(new Error('it has been run'));
      down = () => Promise.resolve();
    }
    const migrations = [...(options.migrations as NewableFunction[]), Added1796999501001];
    const dataSource = await new DataSource({ ...options, migrations }).initialize();
    await migrate(dataSource).finally(() => dataSource.destroy());
    const names = await database.rows<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');
    expect(names.slice(0, 2)).toEqual([{ name: 'Schema1796999501000' }, { name: 'Added1796999501001' }]);
  });
});

describe('a start on a database of another version ends with one line and exit code 1', () => {
  beforeAll(buildService, 300_000);

  it('when it is older: the line says which commit brings it up to date', async () => {
    await load();
    await database.rows(`DELETE FROM migrations WHERE name = 'DueLooks1796999500000'`);
    const line =
      'The database is of an older version (NoPreviews1796999000000): start commit 2b031eae of the service on it once, then this version\n';
    expect(await refusedStart()).toEqual([1, '', line]);
    expect(await database.rows('SELECT FROM migrations')).toHaveLength(63);
  });

  it('when it is newer', async () => {
    await migrateBy(1);
    await database.rows(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
    const before = await schemaOf();
    const line = 'The database is of a newer version of the service (Later9999999999999): start that version\n';
    expect(await refusedStart()).toEqual([1, '', line]);
    expect(await schemaOf()).toEqual(before);
  });
});
