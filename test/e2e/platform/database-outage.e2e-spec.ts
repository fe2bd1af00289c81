import { Client, Pool } from 'pg';
import { toDatabaseAppError } from '#common/database/database-error.js';
import { USER_CHANGED } from '#core/access/user-cache.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { connectWithin } from '#core/database/pool/connection.js';
import { Database } from '#core/database/database.js';
import { Notifications } from '#core/database/pool/notifications.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { INVALID_TOKEN, refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const POOL_SIZE = 8;
/** What one company may hold of it. */
const SHARE = POOL_SIZE / 2;

const UNREACHABLE = 'The database cannot be reached at the moment, retry in a few seconds';
/** Of whoever waits while all that their company may have wait for the database. */
const BUSY = 'The service is busy, retry in a second';

let database: TestDatabase;
let proxy: TcpProxy;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  database = await TestDatabase.create();
  proxy = await TcpProxy.start(database.url);
  service = await startTestService({ databaseUrl: proxy.url, databasePoolSize: POOL_SIZE }, database);
  company = await createCompany(service.api);
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
  await database.close();
});
afterEach(() => proxy.restore());

const isListening = (): boolean => service.app.get(Notifications).isListening;
const listening = (): Promise<void> => eventually('the service listens for notifications', isListening);

/** One of each way to the database. */
function send(): Promise<Answer>[] {
  const { api } = company.owner;
  return [
    service.api.get('/health/ready'),
    service.api.post('/login', { email: company.viewer.email, password: company.viewer.password }),
    api.get('/me'),
    api.get('/projects'),
    api.get('/tasks?page=1'),
    api.post('/projects', { name: 'x' }),
  ];
}

async function expectUnavailable(answers: Promise<Answer>[], messages = [UNREACHABLE]): Promise<void> {
  for (const { status, headers, body } of await Promise.all(answers)) {
    const { message } = body.error;
    const error = { code: 'SERVICE_UNAVAILABLE', message, traceId: headers.get('X-Trace-Id') };
    expect([status, body]).toEqual([503, { success: false, error }]);
    expect(messages).toContain(message);
  }
}

async function expectRecovery(): Promise<void> {
  await eventually('every request succeeds again', async () => {
    const answers = await Promise.all(send());
    return answers.every(({ status }) => status < 300);
  });
  await listening();
}

/** Ends connections of the service behind its back. */
async function terminate(condition = 'true'): Promise<number> {
  const rows = await database.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  return rows.length;
}

describe('a database that refuses connections', () => {
  it('answers 503 where it is needed, at once and with the usual headers, until it is back', async () => {
    proxy.refuse();
    await eventually('the connections are gone', () => !isListening());
    await expectUnavailable(send());
    const { headers } = await company.owner.api.get('/me');
    expect(headers.get('X-RateLimit-Policy')).toBe('api-read');
    await proxy.restore();
    await expectRecovery();
  });

  it('does not affect requests that do not need it', async () => {
    proxy.refuse();
    await eventually('the connections are gone', () => !isListening());
    const answers = [
      await service.api.get('/health'),
      await service.api.get('/openapi.json'),
      await company.owner.api.get('/nowhere'),
      await service.api.get('/me'),
      await service.api.as('no-token').get('/me'),
      await service.api.post('/login', {}),
      await service.api.post('/password-reset', { email: company.viewer.email }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 401, 400, 202]);
  });
});

describe('a database that goes silent', () => {
  it('is 503 within seconds, for requests in flight, too, until it answers again', async () => {
    await expectRecovery();
    proxy.stall();
    await expectUnavailable([...send(), ...send()], [UNREACHABLE, BUSY]);
    await proxy.restore();
    await expectRecovery();
  });

  it('keeps nobody for longer than what is left of the wait, and loses no connection by it', async () => {
    const pool = new Pool({ connectionString: proxy.url, max: 1 });
    proxy.stall();
    const refusal = toDatabaseAppError(await connectWithin(10, pool).catch((error: unknown) => error));
    expect(refusal?.message).toBe(UNREACHABLE);
    const next = connectWithin(5_000, pool);
    await proxy.restore();
    (await next).release();
    expect(pool.totalCount).toBe(1);
    await pool.end();
  });
});

describe('a lock that another holds for long', () => {
  it('answers 503 to requests that wait for it, and other requests are served', async () => {
    await expectRecovery();
    const { id: projectId } = await createProject(company.owner);
    const other = await createCompany(service.api);
    const create = () => company.owner.api.post('/tasks', { projectId, title: 'x' });
    const locker = new Client(database.url);
    locker.on('error', () => undefined);
    await locker.connect();
    await locker.query('BEGIN');
    const lock = 'SELECT FROM project_counters WHERE company_id = $1 AND project_id = $2 FOR UPDATE';
    await locker.query(lock, [company.id, projectId]);
    const waiting = Array.from({ length: SHARE }, create);
    await database.lockWaits(SHARE);
    const read = (by: TestCompany) => by.owner.api.get('/projects?page=1');
    const others = await Promise.all([read(company), read(other), service.api.get('/health/ready')]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of await Promise.all(waiting)) {
      const message = 'Another request is changing the same data at the moment, retry in a few seconds';
      expect(refusalOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', message]);
    }
    await locker.query('ROLLBACK');
    await locker.end();
    expect((await create()).status).toBe(201);
  });
});

describe('an instance that is gone in the middle of a transaction', () => {
  it('keeps its locks for seconds, not hours', async () => {
    const settings = `SELECT current_setting('idle_in_transaction_session_timeout') AS transaction,
      current_setting('tcp_keepalives_idle') AS keepalive`;
    expect(await service.app.get(Database).row(OWN_WORK_CONTEXT, { text: settings })).toEqual({
      transaction: '30s',
      keepalive: '30',
    });
  });
});

describe('connections that PostgreSQL ends', () => {
  it('are replaced: requests that used them answer 503, later ones work', async () => {
    await expectRecovery();
    const locker = new Client(database.url);
    locker.on('error', () => undefined);
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE projects');
    const [lock] = (await locker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    const requests = [company.owner.api.post('/projects', { name: 'x' }), company.owner.api.get('/projects')];
    await database.lockWaits(requests.length);
    // With those that wait go the idle ones and the one that listens. The lock stays: with it gone, one could be quicker.
    expect(await terminate(`pid <> ${lock?.pid}`)).toBeGreaterThan(3);
    await expectUnavailable(requests);
    await locker.end();
    await expectRecovery();
  });
});

describe('a change of a user that another makes', () => {
  const change = (columns: string) => database.rows(`UPDATE users SET ${columns} WHERE id = $1`, [company.member.id]);
  /** What the guards take the user's role for: validation is only reached by those who may write. */
  const mayWrite = async (api = company.member.api) => (await api.post('/projects', {})).status === 400;
  beforeEach(async () => {
    await change(`role = 'MEMBER', active = true`);
    await listening();
    await eventually('the user may write', mayWrite);
  });

  it('counts within a second', async () => {
    await change(`role = 'VIEWER'`);
    await database.rows('SELECT pg_notify($1, $2)', [USER_CHANGED, company.member.id]);
    await eventually('the role counts', async () => !(await mayWrite()), COUNTS_WITHIN);
  });

  it('takes effect within a second although the notification is lost', async () => {
    await change(`role = 'VIEWER'`);
    await eventually('the role counts', async () => !(await mayWrite()), COUNTS_WITHIN);
  });

  it('counts on the next request while the service cannot listen', async () => {
    // Connections enough for a request and what is written beside it.
    await Promise.all(Array.from({ length: 8 }, () => mayWrite()));
    proxy.refuseNew();
    expect(await terminate(`query LIKE 'LISTEN%' OR query = 'SELECT 1'`)).toBeGreaterThan(0);
    await eventually('nobody listens', () => !isListening());
    for (const role of ['VIEWER', 'ADMIN', 'VIEWER', 'MEMBER']) {
      await change(`role = '${role}'`);
      expect([role, await mayWrite()]).toEqual([role, role !== 'VIEWER']);
    }
    await change('active = false');
    const { status, body } = await company.member.api.get('/me');
    expect([status, body]).toEqual(INVALID_TOKEN);
    expect(isListening()).toBe(false);
  });

  it('counts at once on the instance that makes it, and within a second on others', async () => {
    const other = await startTestService({}, database);
    const there = other.api.as(company.member.token);
    for (const role of ['VIEWER', 'MEMBER', 'VIEWER']) {
      expect(await mayWrite()).toBe(await mayWrite(there));
      expect((await company.owner.api.put(`/users/${company.member.id}`, { role })).status).toBe(200);
      expect(await mayWrite()).toBe(role === 'MEMBER');
      const isMemberThere = async () => (await mayWrite(there)) === (role === 'MEMBER');
      await eventually('it counts there', isMemberThere, COUNTS_WITHIN);
    }
    await other.stop();
  });
});
