import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { processExists } from '#core/embedded-database/postgres-server.js';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { Standstill } from '../../support/standstill.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { times } from '../../support/times.js';

const PROXY = { TLS_MODE: 'proxy' };
const SECRETS = {
  JWT_SECRET: 'a secret of the tests that is long enough',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};
const WORKERS = 2;
const ENVIRONMENT = { ...PROXY, WORKERS: String(WORKERS), DEMO_PASSWORD: 'a password' };
const LIMIT = 40;
const LIMITS = { LIMIT_LOGIN_FAILURES: '5', RATE_LIMIT_API_KEY: String(LIMIT) };
/** The metric of what each test asks for with a key. */
const ANSWERED = 'http_requests_total{method="GET",route="/api/me",status="200",tier="api-key"}';

beforeAll(buildService);

/** Asks over a connection of its own: a connection stays with one process. */
async function visit({ address }: ServiceProcess): Promise<void> {
  const request = get(`${address.replace('localhost', '127.0.0.1')}/health`, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
}

/** Whether so many processes have answered by now. */
async function haveServed(service: ServiceProcess, count: number): Promise<boolean> {
  await times(10, () => visit(service));
  return new Set(service.requestPids).size === count;
}

/** What several processes count as one, wherever the counts are kept. */
function countTogether(running: () => ServiceProcess): void {
  const login = (email: string, password: string) => running().api.post('/login', { email, password });

  it('count requests and their usage together', async () => {
    const owner = running().api.as((await login('owner@demo.test', 'a password')).body.token);
    const { key, id } = (await owner.post('/api-keys', { name: 'counted' })).body;
    const statuses = await times(3 * LIMIT, async () => (await running().api.as(key).get('/me')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * LIMIT);
    const isCounted = async () => (await owner.get(`/api-keys/${id}/usage`)).body.requestCount === 3 * LIMIT;
    await eventually('the usage is written', isCounted);
  });

  it('count wrong passwords together', async () => {
    const statuses = await times(15, async () => (await login('member@demo.test', 'wrong')).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect((await login('member@demo.test', 'a password')).status).toBe(429);
  });
}

describe('WORKERS processes', () => {
  const folder = temporaryFolder();
  let service: ServiceProcess;
  let owner: Api;
  let metricsPort: number;
  const start = (environment: Record<string, string> = {}) =>
    new ServiceProcess(folder, { ...ENVIRONMENT, ...environment });
  const login = () => service.api.post('/login', { email: 'owner@demo.test', password: 'a password' });
  const metric = async (line: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length),
    );
  };
  beforeAll(async () => {
    metricsPort = await freePort();
    // The next processes listen on the same port only if it was chosen.
    service = start({ ...LIMITS, METRICS_PORT: String(metricsPort), PORT: String(await freePort()) });
    await service.ready();
    owner = service.api.as((await login()).body.token);
  });
  afterAll(() => (service.hasEnded ? undefined : service.end('SIGTERM')));

  it('share the port, and say once where it is', async () => {
    expect(service.announcement.match(/API documentation:/g)).toHaveLength(1);
    expect(service.announcement.match(/password a password/g)).toHaveLength(1);
    await eventually('each has served requests', () => haveServed(service, WORKERS));
  });

  countTogether(() => service);

  it('give metrics of all processes', async () => {
    const { key } = (await owner.post('/api-keys', { name: 'measured' })).body;
    const before = await metric(ANSWERED);
    await times(10, () => service.api.as(key).get('/me'));
    expect(await metric(ANSWERED)).toBe(before + 10);
    expect(await metric('webhook_deliveries_pending')).toBe(0);
  });

  it('run a colleague once at a time', async () => {
    const { id } = (await owner.post('/virtual-colleagues', { name: 'Busy', role: 'scrum_master' })).body;
    const database = await service.connect();
    const query = async (text: string) => (await database.query(text)).rows;
    const standstill = await Standstill.begin(query, 'virtual_colleague_activity');
    const statuses: number[] = [];
    const scans = times(6, async () => statuses.push((await owner.post(`/virtual-colleagues/${id}/scan`)).status));
    await standstill.holds(1);
    await eventually('the others are refused', () => statuses.length === 5);
    await standstill.end();
    await scans;
    await database.end();
    expect(statuses).toEqual([409, 409, 409, 409, 409, 200]);
  });

  it('replace one that dies, and lose no count', async () => {
    const before = await metric(ANSWERED);
    const victim = service.requestPids.at(-1)!;
    process.kill(victim, 'SIGKILL');
    await eventually('another takes its place', () => service.stdout.includes(`Process ${victim} ended`));
    expect(processExists(victim)).toBe(false);
    await eventually('it serves', () => haveServed(service, WORKERS + 1));
    expect(await metric(ANSWERED)).toBe(before);
  });

  it('open the port again when all have died at once', async () => {
    const living = service.requestPids.filter(processExists);
    for (const pid of living) process.kill(pid, 'SIGKILL');
    const isNoticed = (pid: number) => service.stdout.includes(`Process ${pid} ended`);
    await eventually('the parent knows that all are gone', () => living.every(isNoticed));
    const isServed = () =>
      visit(service).then(
        () => true,
        () => false,
      );
    await eventually('the next one listens', isServed);
    await eventually('each serves', () => haveServed(service, 2 * WORKERS + 1));
  });

  it('finish requests in flight, and end with the parent and its database', async () => {
    const database = await service.connect();
    const standstill = await Standstill.begin(async (text) => (await database.query(text)).rows, 'projects');
    const inFlight = times(4, (index) => owner.post('/projects', { name: `In flight ${index}` }));
    await standstill.holds(4);
    const ended = service.end('SIGTERM');
    await standstill.end();
    await database.end();
    expect((await inFlight).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect([service.databasePid, service.stderr]).toEqual([undefined, '']);
    expect(service.requestPids.filter(processExists)).toEqual([]);
  });

  it('end with their database when the parent is killed', async () => {
    const killed = await start().ready();
    await eventually('each has served requests', () => haveServed(killed, WORKERS));
    const children = [...killed.requestPids, killed.databasePid!];
    expect(children.every(processExists)).toBe(true);
    await killed.end('SIGKILL');
    await eventually('they are gone', () => !children.some(processExists));
    const again = await start().ready();
    expect((await again.api.get('/health/ready')).status).toBe(200);
    await again.end('SIGTERM');
  });
});

describeWithRedis('WORKERS processes with a REDIS_URL (skipped without a redis-server on PATH)', () => {
  let redis: RedisServer;
  let service: ServiceProcess;
  beforeAll(async () => {
    redis = await RedisServer.start();
    service = new ServiceProcess(temporaryFolder(), { ...ENVIRONMENT, ...LIMITS, REDIS_URL: redis.url });
    await service.ready();
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await redis.stop();
  });

  countTogether(() => service);
});

/** Process ids of its children. */
function childrenOf({ pid }: ServiceProcess): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

describe('a start that is not possible', () => {
  const refusal = async (environment: Record<string, string>) => {
    const service = new ServiceProcess(temporaryFolder(), { ...PROXY, ...environment });
    const { code } = await service.wait();
    expect(code).toBe(1);
    return service.stderr;
  };

  it.each(['0', '65', '1.5', '-1', 'many'])('says that WORKERS=%s is wrong', async (workers) => {
    expect(await refusal({ WORKERS: workers })).toBe('WORKERS: must be auto, or a whole number from 1 to 64\n');
  });

  it('names the needed and the available connections', async () => {
    const database = await TestDatabase.create('template1');
    const line = await refusal({ ...SECRETS, DATABASE_URL: database.url, WORKERS: '20' });
    await database.close();
    expect(line).toMatch(
      /^DATABASE_POOL_SIZE: WORKERS=20 with 30 connections each need 600, and .* max_connections=300.*\n$/,
    );
  });

  it('says in one line that a process was killed before the service was ready', async () => {
    const database = await TestDatabase.create('template1');
    const environment = { ...PROXY, ...SECRETS, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '5', WORKERS: '3' };
    const service = new ServiceProcess(temporaryFolder(), { ...environment, LOG_LEVEL: 'error', DEMO: 'off' });
    const children = () => childrenOf(service);
    await eventually('the first process is there', () => children().length > 0);
    for (const pid of children()) process.kill(pid, 'SIGKILL');
    const { code } = await service.wait();
    await database.close();
    expect([code, service.stderr]).toEqual([
      1,
      expect.stringMatching(/^Process \d+ ended \(SIGKILL\) before the service was ready\n$/),
    ]);
  });

  it('says once that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const line = await refusal({ WORKERS: '2', PORT: String(port), DEMO: 'off' });
    other.close();
    expect(line).toBe(`PORT: ${port} is in use by another program\n`);
  });
});
