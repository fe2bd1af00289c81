import { Notifications } from '#core/database/pool/notifications.js';
import { createApiKey, type TestApiKey, usageOnceWritten } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { INVALID_TOKEN } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { withoutNews } from '../../support/lost-news.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const SECRETS_KEY = Buffer.alloc(32).toString('base64');

let database: TestDatabase;
let proxy: TcpProxy;
let here: TestService;
/** Reaches its database over the proxy. */
let there: TestService;
let company: TestCompany;
let user: TestUser;
let apiKey: TestApiKey;
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  proxy = await TcpProxy.start(database.url);
  here = await startTestService({}, database);
  there = await startTestService({ databaseUrl: proxy.url }, database);
  company = await createCompany(here.api);
});
beforeEach(async () => {
  user = await createUser(company.owner, 'MEMBER');
  apiKey = await createApiKey(user);
});
afterEach(() => proxy.restore());
afterAll(async () => {
  await there.stop();
  await here.stop();
  proxy.stop();
  await database.close();
});

const isListening = (): boolean => there.app.get(Notifications).isListening;
const keyThere = (): Api => there.api.as(apiKey.key);
const statusThere = async (): Promise<number> => (await keyThere().get('/me')).status;
const change = (changes: object) => company.owner.api.put(`/users/${user.id}`, changes);
/** What it may: an incomplete project is refused as such, or nobody reads it at all. */
const WRITING = { MEMBER: 400, VIEWER: 403 } as const;
const writingThere = async (): Promise<number> => (await keyThere().post('/projects', {})).status;
const revoke = async () => expect((await company.owner.api.delete(`/api-keys/${apiKey.id}`)).status).toBe(204);

/** It keeps connections enough for a request and what is written beside it. */
async function silence(): Promise<void> {
  await eventually('it listens', isListening);
  await Promise.all(Array.from({ length: 8 }, writingThere));
  proxy.refuseNew();
  await database.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`,
  );
  await eventually('it does not listen', () => !isListening());
}

describe('on another instance', () => {
  it('a new key is valid at once', async () => {
    expect(await statusThere()).toBe(200);
  });

  it('a revoked key is refused within a second', async () => {
    expect(await statusThere()).toBe(200);
    await revoke();
    expect((await here.api.as(apiKey.key).get('/me')).status).toBe(401);
    await eventually('it is refused there', async () => (await statusThere()) === 401, COUNTS_WITHIN);
  });

  it('a revoked key is refused within a second although the notification is lost', async () => {
    expect(await statusThere()).toBe(200);
    await withoutNews(async () => {
      await revoke();
      await eventually('it is refused there', async () => (await statusThere()) === 401, COUNTS_WITHIN);
    });
  });

  it('a key follows the role and the activity of its user within a second', async () => {
    expect(await writingThere()).toBe(WRITING.MEMBER);
    await change({ role: 'VIEWER' });
    await eventually('the role counts', async () => (await writingThere()) === WRITING.VIEWER, COUNTS_WITHIN);
    await change({ active: false });
    await eventually('it is refused', async () => (await statusThere()) === 401, COUNTS_WITHIN);
    await change({ active: true });
    await eventually('it is good again', async () => (await statusThere()) === 200, COUNTS_WITHIN);
  });

  it('every change takes effect with the next request while the instance cannot listen', async () => {
    await silence();
    for (const role of ['VIEWER', 'MEMBER', 'VIEWER', 'MEMBER'] as const) {
      await change({ role });
      expect([role, await writingThere()]).toEqual([role, WRITING[role]]);
    }
    await change({ active: false });
    expect(await statusThere()).toBe(401);
    await change({ active: true });
    expect(await statusThere()).toBe(200);
    await revoke();
    const { status, body } = await keyThere().get('/me');
    expect([status, body]).toEqual(INVALID_TOKEN);
    expect(isListening()).toBe(false);
  });

  it('a key that was revoked while it could not listen stays refused when it listens again', async () => {
    expect(await statusThere()).toBe(200);
    await silence();
    await revoke();
    await proxy.restore();
    await eventually('it listens again', isListening);
    expect(await statusThere()).toBe(401);
  });
});

describe('a database that is away', () => {
  it('answers 503 to requests with a key, and loses no usage', async () => {
    for (let count = 0; count < 3; count += 1) expect(await statusThere()).toBe(200);
    proxy.refuse();
    await eventually('the connections are gone', () => !isListening());
    const { status, body } = await keyThere().get('/me');
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await proxy.restore();
    await eventually('it listens again', isListening);
    const { recentRequests } = await usageOnceWritten(user, apiKey, 3);
    expect(recentRequests.map((request) => request.status)).toEqual([200, 200, 200]);
  });
});

it('SIGTERM loses no usage', async () => {
  const folder = temporaryFolder();
  const { jwtSecret: JWT_SECRET } = here.configuration;
  const environment = { DATABASE_URL: database.url, JWT_SECRET, SECRETS_KEY, TLS_MODE: 'proxy' };
  const service = await new ServiceProcess(folder, environment).ready();
  const api = service.api.as(apiKey.key);
  await Promise.all(Array.from({ length: 200 }, () => api.get('/me')));
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const [row] = await database.rows('SELECT request_count AS count FROM api_keys WHERE id = $1', [apiKey.id]);
  expect(row).toEqual({ count: 200 });
});
