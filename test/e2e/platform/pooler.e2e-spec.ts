import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { describeWithPooler, PgBouncer } from '../../support/pgbouncer.js';
import { Standstill } from '../../support/standstill.js';
import { TableLock } from '../../support/table-lock.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';

/** Fewer than the service's own connections: they take turns, and never keep one. */
const POOL_SIZE = 3;

describeWithPooler('a pooler in transaction mode (skipped without PgBouncer 1.21 or newer on PATH)', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let service: TestService;
  let other: TestService;
  let company: TestCompany;
  beforeAll(async () => {
    // Empty: the migrations run, too.
    database = await TestDatabase.create('template1');
    pooler = await PgBouncer.start(database.url, POOL_SIZE);
    const addresses = { databaseUrl: pooler.url, databaseDirectUrl: database.url };
    service = await startTestService(addresses, database);
    other = await startTestService(addresses, database);
    company = await createCompany(service.api);
  });
  afterAll(async () => {
    await service.stop();
    await other.stop();
    await pooler.stop();
    await database.close();
  });

  it('serves statements that are prepared, over connections that are not', async () => {
    const project = await createProject(company.owner);
    const tasks = await times(40, (index) =>
      company.owner.api.post('/tasks', { projectId: project.id, title: `Task ${index}` }),
    );
    expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set([201]));
    const read = await times(40, (index) => company.owner.api.get(`/tasks/${tasks[index]!.body.id}`));
    expect(read.map(({ body }) => body.title)).toEqual(tasks.map(({ body }) => body.title));
    const pages = await times(20, () => company.owner.api.get('/tasks?page=1&limit=20&search=task'));
    expect(pages.map(({ body }) => body.meta.pagination.total)).toEqual(Array(20).fill(40));
  });

  it('streams long lists, and times in UTC', async () => {
    await database.rows(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'Asia/Kathmandu'`);
    const insert = `INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
      SELECT $1, gen_random_uuid(), 'label ' || n, '#112233', '2026-01-02 03:04:05Z', now() FROM generate_series(1, 3000) n`;
    await database.rows(insert, [company.id]);
    const lists = await times(6, () => company.owner.api.get('/labels'));
    expect(lists.map(({ body }) => body.length)).toEqual(Array(6).fill(3_000));
    expect(new Set(lists[0]!.body.map((label: { createdAt: string }) => label.createdAt))).toEqual(
      new Set(['2026-01-02T03:04:05.000Z']),
    );
  });

  it('cancels the statement of a client that hangs up', async () => {
    const lock = await TableLock.take(database, 'labels');
    const gone = new AbortController();
    const read = expect(company.owner.api.get('/labels?page=1', { signal: gone.signal })).rejects.toThrow('aborted');
    await database.lockWaits();
    gone.abort();
    await read;
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually('it has ended', async () => (await database.rows(waits)).length === 0, COUNTS_WITHIN);
    await lock.release();
    expect((await company.owner.api.get('/labels?page=1&limit=1')).status).toBe(200);
  });

  it('limits waits for locks and idle transactions, only within transactions', async () => {
    const standstill = await Standstill.begin((text) => database.rows(text), 'labels');
    const insert = company.owner.api.post('/labels', { name: 'Slow', color: '#123456' });
    await standstill.holds(1);
    const text = `SELECT FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relation = 'labels'::regclass AND mode = 'RowExclusiveLock' AND granted`;
    expect(await database.rows(text)).toHaveLength(1);
    await standstill.end();
    expect((await insert).status).toBe(201);
    const lock = await TableLock.take(database, 'labels');
    const refused = await company.owner.api.post('/labels', { name: 'Waits', color: '#123456' });
    await lock.release();
    expect(refused.status).toBe(503);
  });

  it('sees changes of the other instance', async () => {
    const { key, id } = await createApiKey(company.owner);
    expect((await other.api.as(key).get('/me')).status).toBe(200);
    await company.owner.api.delete(`/api-keys/${id}`);
    const isRevoked = async () => (await other.api.as(key).get('/me')).status === 401;
    await eventually('the key is revoked there', isRevoked, COUNTS_WITHIN);
  });

  it('lets an older version only read', async () => {
    const [permit] = await database.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname LIKE 'write_permit_%'`,
    );
    await database.rows(`ALTER TABLE ${permit?.name} RENAME TO write_permit_9999999999999`);
    expect((await company.owner.api.post('/views', { name: 'View' })).status).toBe(503);
    expect((await company.owner.api.put('/workflow-lanes', { lanes: ['Done'] })).status).toBe(503);
    expect((await company.owner.api.get('/workflow-lanes')).status).toBe(200);
  });
});
