import { Database } from '#core/database/database.js';
import { createLogger } from '#core/logging/logger.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer, RequestOptions } from '../../support/api.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { Standstill } from '../../support/standstill.js';
import { TableLock } from '../../support/table-lock.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

const POOL_SIZE = 8;
const SHARE = POOL_SIZE / 2;

let log = '';
let service: TestService;
let company: TestCompany;
let lock: TableLock | undefined;
beforeAll(async () => {
  const logger = createLogger('info', { write: (text) => (log += text) });
  service = await startTestService({ databasePoolSize: POOL_SIZE, processRoles: new Set(['api']) }, undefined, logger);
  company = await createCompany(service.api);
});
afterAll(() => service.stop());
afterEach(async () => {
  await lock?.release();
  lock = undefined;
});

type Send = (options: RequestOptions) => Promise<Answer>;

const read: Send = (options) => company.owner.api.get('/labels?page=1', options);
const getContext: Send = (options) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_context', arguments: {} } };
  const headers = { Accept: 'application/json, text/event-stream' };
  return company.owner.api.post('/mcp', message, { ...options, headers });
};
const postLabel = (name: string, options?: RequestOptions) => company.owner.api.post('/labels', { name }, options);
const standStill = (table: string) => Standstill.begin((text) => service.database.rows(text), table);
const standing = async () => {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await service.database.rows(text)).length;
};

/** Sends a request of which the test can be the client that is gone. */
function sendAndHangUpLater(send: Send): { hangUp: () => Promise<void> } {
  const controller = new AbortController();
  const rejected = expect(send({ signal: controller.signal })).rejects.toThrow('aborted');
  return {
    hangUp: () => {
      controller.abort();
      return rejected;
    },
  };
}

describe('a read whose client hangs up', () => {
  it.each<[string, string, Send]>([
    ['a page', 'labels', read],
    ['a whole list', 'labels', (options) => company.owner.api.get('/labels', options)],
    ['a HEAD', 'labels', (options) => company.owner.api.send('HEAD', '/labels?page=1', undefined, options)],
    ['what TypeORM reads', 'webhooks', (options) => company.owner.api.get(`/webhooks/${company.id}`, options)],
    ['a public route', 'webhook_deliveries', (options) => service.api.get('/health/ready', options)],
    ['the look-up of a key', 'api_key_hashes', (options) => keyed(options)],
    ['the tool of an agent', 'labels', getContext],
  ])('ends: %s', async (_what, table, send) => {
    lock = await TableLock.take(service.database, table);
    const { hangUp } = sendAndHangUpLater(send);
    await service.database.lockWaits();
    await hangUp();
    await eventually('its connection is free', async () => (await standing()) === 0, COUNTS_WITHIN);
    expect(log).not.toContain('"level":50');
  });

  let keyed: Send;
  beforeAll(async () => {
    const { api } = await createApiKey(company.owner);
    keyed = (options) => api.get('/me', options);
  });

  it('leaves the queue for a connection', async () => {
    lock = await TableLock.take(service.database, 'labels');
    const sent = Array.from({ length: SHARE }, () => read({}));
    await service.database.lockWaits(SHARE);
    const { hangUp } = sendAndHangUpLater(read);
    const waiting = () => service.app.get(Database).poolUse.waiting;
    await eventually('it waits', () => waiting() === 1);
    await hangUp();
    await eventually('it waits no more', () => waiting() === 0, COUNTS_WITHIN);
    await lock.release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(SHARE).fill(200));
  });
});

itWithoutCitus('carries out a write whose client hangs up', async () => {
  const standstill = await standStill('labels');
  const { hangUp } = sendAndHangUpLater((options) => postLabel('left alone', options));
  await standstill.holds(1);
  await hangUp();
  // Longer than it takes to notice that the client of a read is gone.
  const next = postLabel('after it');
  await standstill.holds(2);
  await service.database.rows('SELECT pg_sleep(1)');
  await standstill.holds(2);
  await standstill.end();
  expect((await next).status).toBe(201);
  await eventually('both are there', async () => {
    const { body } = await company.owner.api.get<{ name: string }[]>('/labels');
    return (
      body
        .map(({ name }) => name)
        .sort()
        .join() === 'after it,left alone'
    );
  });
});

itWithoutCitus('ends a statement of a request after 10 s, with a 503, and gives one of a scan more time', async () => {
  const colleague = await createColleague(company.owner);
  const standstill = await standStill('teams');
  await standStill('virtual_colleague_activity');
  lock = await TableLock.take(service.database, 'labels');
  const start = performance.now();
  const write = company.owner.api.post('/teams', { name: 'too slow' });
  const scan = company.member.api.post(`/virtual-colleagues/${colleague.id}/scan`);
  const answers = await Promise.all([write, read({})]);
  expect(performance.now() - start).toBeGreaterThan(9_900);
  for (const answer of answers) {
    expect(refusalOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', 'The request took too long']);
  }
  await standstill.holds(1);
  await standstill.end();
  expect((await scan).status).toBe(200);
  expect((await company.owner.api.get('/teams')).body).toEqual([]);
});
