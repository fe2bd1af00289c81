import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api, RequestOptions } from '../../support/api.js';
import { bodyOf, createConnection, postFrom, type TestConnection } from '../../support/forge.js';
import { answersIn, exchange } from '../../support/raw-http.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const RATE_LIMITS = { apiKey: 100, apiRead: 6, apiWrite: 5, apiDelete: 4, auth: 3, calendar: 3, code: 3 };
const HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy'];

/** Without limits, for what has to be there first. */
let unlimited: TestService;
let service: TestService;
beforeAll(async () => {
  unlimited = await startTestService();
  service = await startTestService(
    { rateLimits: RATE_LIMITS, trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] },
    unlimited.database,
  );
});
afterAll(async () => {
  await service.stop();
  await unlimited.stop();
});

const newCompany = (): Promise<TestCompany> => createCompany(unlimited.api);
/** The limited service, called as a user. */
const as = ({ token }: TestUser): Api => service.api.as(token);

let lastAddress = 0;
const newAddress = (): string => `198.51.100.${(lastAddress += 1)}`;
const from = (forwardedFor: string): RequestOptions => ({ headers: { 'X-Forwarded-For': forwardedFor } });

/** Tier, limit and what is left of it. */
function counted({ headers }: { headers: Headers }): (string | null)[] {
  return ['X-RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'].map((name) => headers.get(name));
}

function rateHeaders(headers: Headers): (string | null)[] {
  return HEADERS.map((name) => headers.get(name));
}

describe('a tier', () => {
  it('follows from the method; HEAD and OPTIONS count as GET', async () => {
    const { owner } = await newCompany();
    const answers = [];
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET']) {
      answers.push([method, ...counted(await as(owner).send(method, '/tasks'))]);
    }
    expect(answers).toEqual([
      ['GET', 'api-read', '6', '5'],
      ['HEAD', 'api-read', '6', '4'],
      ['OPTIONS', 'api-read', '6', '3'],
      ['POST', 'api-write', '5', '4'],
      ['PUT', 'api-write', '5', '3'],
      ['PATCH', 'api-write', '5', '2'],
      ['DELETE', 'api-delete', '4', '3'],
      ['GET', 'api-read', '6', '2'],
    ]);
  });

  it('counts a user wherever they are, each for themselves', async () => {
    const { member, viewer } = await newCompany();
    const answers = [
      await as(member).get('/me', from(newAddress())),
      await as(member).get('/me', from(newAddress())),
      await as(viewer).get('/me'),
    ];
    expect(answers.map((answer) => counted(answer)[2])).toEqual(['5', '4', '5']);
  });

  it('counts requests without valid credentials by client address', async () => {
    const [here, there] = [newAddress(), newAddress()];
    const { member, owner } = await newCompany();
    const gone = await unlimited.api.as(owner.token).put(`/users/${member.id}`, { active: false });
    expect(gone.status).toBe(200);
    const tampered = `${owner.token.slice(0, -4)}AAAA`;
    const answers = [];
    for (const api of [service.api, service.api.as('no-token'), service.api.as(tampered), as(member)]) {
      answers.push(await api.get('/me', from(here)));
    }
    answers.push(await service.api.get('/nowhere', from(there)), await as(owner).get('/me', from(here)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 404, 200]);
    expect(answers.map((answer) => counted(answer)[2])).toEqual(['5', '4', '3', '2', '5', '5']);
  });

  it('auth counts login, registration and password reset together, only by client address', async () => {
    const client = from(newAddress());
    const { owner, viewer } = await newCompany();
    const answers = [
      await service.api.post('/login', { email: viewer.email, password: viewer.password }, client),
      await as(owner).post('/register', {}, client),
      await as(viewer).post('/password-reset', { email: 'nobody@example.com' }, client),
      await service.api.post('/password-reset/confirm', { token: 'x', password: 'long enough' }, client),
      await service.api.post('/login', {}, client),
      await service.api.post('/login', {}, from(newAddress())),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 202, 429, 429, 400]);
    expect(answers.map(counted)).toEqual([
      ['auth', '3', '2'],
      ['auth', '3', '1'],
      ['auth', '3', '0'],
      ['auth', '3', '0'],
      ['auth', '3', '0'],
      ['auth', '3', '2'],
    ]);
    const others = [await service.api.get('/nowhere', client), await service.api.post('/nowhere', {}, client)];
    expect(others.map((answer) => counted(answer)[2])).toEqual(['5', '4']);
  });
});

describe('a code connection', () => {
  const send = (connection: TestConnection, address = newAddress()) =>
    postFrom(service.api, connection, bodyOf('github-ping', 'X-1'), undefined, { 'X-Forwarded-For': address });

  it('is counted for itself, from wherever it is sent to, and others are not', async () => {
    const { owner } = await newCompany();
    const [flooded, other] = [await createConnection(owner), await createConnection(owner)];
    const answers = [await send(flooded), await send({ ...flooded, secret: 'wrong' }), await send(flooded)];
    expect(answers.map((answer) => [answer.status, ...counted(answer)])).toEqual([
      [202, 'code', '3', '2'],
      [401, 'code', '3', '1'],
      [202, 'code', '3', '0'],
    ]);
    const refused = await send(flooded);
    expect([refused.status, refused.body.error.code, ...counted(refused)]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      'code',
      '3',
      '0',
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect([(await send(other)).status, (await as(owner).get('/me')).status]).toEqual([202, 200]);
    const { body } = await unlimited.api.as(owner.token).get(`/code-connections/${flooded.id}/deliveries`);
    expect(body).toHaveLength(2);
  });

  it('that nobody has counts for the client address', async () => {
    const address = newAddress();
    const unknown = { id: UNKNOWN_ID, provider: 'github', secret: 'x', url: '' } as const;
    expect(counted(await send(unknown, address))).toEqual(['auth', '3', '2']);
    expect((await send(unknown, address)).status).toBe(404);
  });
});

describe('a window', () => {
  it('ends at one time, in whole seconds, and every request leaves one less', async () => {
    const { admin } = await newCompany();
    const before = Math.floor(Date.now() / 1000);
    const answers = [];
    for (let request = 0; request <= RATE_LIMITS.apiRead + 1; request += 1) answers.push(await as(admin).get('/me'));
    const after = Math.ceil(Date.now() / 1000);
    expect(answers.map((answer) => counted(answer)[2])).toEqual(['5', '4', '3', '2', '1', '0', '0', '0']);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const [reset, ...others] = [...new Set(answers.map(({ headers }) => headers.get('X-RateLimit-Reset')))];
    expect([reset, others]).toEqual([expect.stringMatching(/^\d+$/), []]);
    expect(Number(reset)).toBeGreaterThanOrEqual(before + 60);
    expect(Number(reset)).toBeLessThanOrEqual(after + 60);
  });

  it('that is full says when to come again', async () => {
    const client = from(newAddress());
    let answer: Answer;
    do answer = await service.api.delete('/nowhere', client);
    while (answer.status === 404);
    const { headers, status, body } = answer;
    const retryAfter = Number(headers.get('Retry-After'));
    const message = `Too many requests, retry after ${retryAfter} seconds`;
    const error = { code: 'RATE_LIMIT_EXCEEDED', message, traceId: headers.get('X-Trace-Id'), retryAfter };
    expect([status, body]).toEqual([429, { success: false, error }]);
    expect(headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(Math.abs(Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1000 - retryAfter)).toBeLessThan(5);
  });

  it('lets exactly its limit through, however many come at once: of a user, a key and an address', async () => {
    const { member } = await newCompany();
    const rateLimits = { ...RATE_LIMITS, apiRead: 50, apiKey: 60, auth: 70 };
    const limited = await startTestService({ rateLimits }, unlimited.database);
    const { key } = await createApiKey(member);
    const client = from(newAddress());
    const cases: [limit: number, answered: number, send: () => Promise<Answer>][] = [
      [50, 200, () => limited.api.as(member.token).get('/me')],
      [60, 200, () => limited.api.as(key).get('/me')],
      [70, 400, () => limited.api.post('/login', {}, client)],
    ];
    const answers = await Promise.all(cases.map(([, , send]) => Promise.all(Array.from({ length: 200 }, send))));
    await limited.stop();
    for (const [index, [limit, answered]] of cases.entries()) {
      const { through = [], refused = [] } = Object.groupBy(answers[index]!, ({ status }) =>
        status === 429 ? 'refused' : 'through',
      );
      expect([through.length, refused.length]).toEqual([limit, 200 - limit]);
      expect(new Set(through.map(({ status }) => status))).toEqual(new Set([answered]));
      const left = through.map((answer) => Number(counted(answer)[2]));
      expect(left.sort((one, other) => one - other)).toEqual(Array.from({ length: limit }, (_, count) => count));
    }
  });
});

describe('the four headers', () => {
  const isNumber = expect.stringMatching(/^\d+$/);
  const isTier = expect.stringMatching(/^(api-(read|write|delete)|auth)$/);

  it('are on every kind of answer', async () => {
    const { owner, viewer } = await newCompany();
    const [asOwner, asViewer] = [as(owner), as(viewer)];
    const { id } = await createProject(owner);
    const { key } = await createProject(owner);
    const client = from(newAddress());
    const answers: [status: number, answer: Answer][] = [
      [200, await asOwner.get('/projects')],
      [200, await asOwner.get('/projects?page=1')],
      [200, await asOwner.send('HEAD', '/me')],
      [201, await asOwner.post('/projects', { name: 'x' })],
      [202, await service.api.post('/password-reset', { email: 'nobody@example.com' }, client)],
      [204, await asOwner.delete(`/projects/${id}`)],
      [400, await asOwner.get('/me?surprise=1')],
      [400, await asOwner.post('/projects', { name: '' })],
      [400, await asOwner.post('/projects', 'no JSON')],
      [401, await service.api.get('/me', client)],
      [401, await service.api.as('no-token').get('/me', client)],
      [403, await asViewer.post('/projects', {})],
      [404, await asOwner.get(`/projects/${id}`)],
      [404, await asOwner.get('/nowhere')],
      [404, await service.api.get('/%zz', client)],
      [409, await asOwner.post('/projects', { name: 'x', key })],
    ];
    for (const [status, { status: actual, headers }] of answers) {
      expect([actual, rateHeaders(headers)]).toEqual([status, [isNumber, isNumber, isNumber, isTier]]);
    }
  });

  it('are on the answer to bytes that are not HTTP, which are counted for the connection and refused beyond the limit', async () => {
    const { port } = new URL(service.baseUrl);
    const [answers, bodies] = [[], []] as [number[], string[]];
    for (let request = 0; request <= RATE_LIMITS.apiRead; request += 1) {
      const [answer] = answersIn(await exchange(Number(port), { tls: false }, 'FETCH /api/me HTTP/1.1\r\n\r\n'));
      expect(answer!.headers).toMatchObject({
        'x-ratelimit-limit': String(RATE_LIMITS.apiRead),
        'x-ratelimit-remaining': String(Math.max(0, RATE_LIMITS.apiRead - request - 1)),
        'x-ratelimit-reset': isNumber,
        'x-ratelimit-policy': 'api-read',
      });
      if (answer!.status === 429) expect(answer!.headers).toMatchObject({ 'retry-after': isNumber });
      answers.push(answer!.status);
      bodies.push(JSON.parse(answer!.body).error.code as string);
    }
    expect(answers).toEqual([400, 400, 400, 400, 400, 400, 429]);
    expect(bodies.slice(-2)).toEqual(['INVALID_INPUT', 'RATE_LIMIT_EXCEEDED']);
  });

  it.each(['/health', '/health?surprise=1', '/health/ready', '/openapi.json', '/docs'])(
    'are not on %s, which is not counted',
    async (path) => {
      const client = from(newAddress());
      for (let request = 0; request <= RATE_LIMITS.apiRead; request += 1) {
        const headers = { 'X-Forwarded-Proto': 'https', ...client.headers };
        const response = await fetch(service.baseUrl + path, { headers });
        await response.arrayBuffer();
        expect(response.status).toBe(path.includes('?') ? 400 : 200);
        expect(rateHeaders(response.headers)).toEqual([null, null, null, null]);
      }
      expect(counted(await service.api.get('/nowhere', client))[2]).toBe('5');
    },
  );

  it('are not on the files of the documentation, which are not counted', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', ...from(newAddress()).headers };
    const page = await (await fetch(`${service.baseUrl}/docs`, { headers })).text();
    const [stylesheet] = /\/docs\/[^"]+\.css/.exec(page) ?? [];
    for (let request = 0; request <= RATE_LIMITS.apiRead; request += 1) {
      const response = await fetch(`${service.baseUrl}${stylesheet}`, { headers });
      await response.arrayBuffer();
      expect([response.status, rateHeaders(response.headers)]).toEqual([200, [null, null, null, null]]);
    }
  });

  it('are not on the refusal of plain HTTP, which is not counted', async () => {
    const client = from(newAddress());
    for (let request = 0; request <= RATE_LIMITS.apiRead; request += 1) {
      const headers = { 'X-Forwarded-Proto': 'http', ...client.headers };
      const { status, headers: answered } = await service.api.get('/me', { headers });
      expect([status, rateHeaders(answered)]).toEqual([403, [null, null, null, null]]);
    }
    expect(counted(await service.api.get('/me', client))[2]).toBe('5');
  });
});

describe('the client address', () => {
  const left = async (forwardedFor: string): Promise<number> =>
    Number(counted(await service.api.get('/nowhere', from(forwardedFor)))[2]);

  it('is the right-most entry of X-Forwarded-For that is not a proxy: forged entries do not help', async () => {
    const [client, other] = [newAddress(), newAddress()];
    expect(await left(client)).toBe(5);
    expect(await left(`203.0.113.1, ${client}`)).toBe(4);
    expect(await left(`203.0.113.2,127.0.0.1 , ${client}`)).toBe(3);
    expect(await left(`203.0.113.3, ${client}, 10.1.2.3, 127.0.0.1`)).toBe(2);
    expect(await left(`nonsense, ${client}`)).toBe(1);
    expect(await left(`${client}, ${other}`)).toBe(5);
    expect(await left(client)).toBe(0);
  });

  it('is the same whatever port a proxy puts behind it', async () => {
    const client = newAddress();
    expect([await left(`${client}:50123`), await left(`203.0.113.4, ${client}:50124`), await left(client)]).toEqual([
      5, 4, 3,
    ]);
    const [one, other] = ['2001:db8:0:1::1', '2001:db8:0:2::1'];
    expect([await left(`[${one}]:443`), await left(one), await left(other), await left(`[${other}]:1`)]).toEqual([
      5, 4, 5, 4,
    ]);
  });

  it('is the same for all IPv6 addresses of one network, and for both forms of an IPv4 address', async () => {
    const client = newAddress();
    expect([await left('2001:db8:1:1::1'), await left('2001:db8:1:1:a:b:c:d'), await left('2001:db8:1:2::1')]).toEqual([
      5, 4, 5,
    ]);
    expect([await left(client), await left(`::ffff:${client}`)]).toEqual([5, 4]);
  });

  it('is the same in several header lines', async () => {
    const client = newAddress();
    const { port } = new URL(service.baseUrl);
    const lines = ['X-Forwarded-Proto: https', 'X-Forwarded-For: 203.0.113.9', `X-Forwarded-For: ${client}`];
    const request = `GET /api/me HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
    const [answer] = answersIn(await exchange(Number(port), { tls: false }, request));
    expect([answer!.status, answer!.headers['x-ratelimit-remaining']]).toEqual([401, '5']);
    expect(await left(client)).toBe(4);
  });

  it('is the address of the connection without a proxy, whatever headers are sent', async () => {
    const tls = { mode: 'self-signed' as const, certificateFile: '', keyFile: '' };
    const direct = await startTestService({ tls, rateLimits: RATE_LIMITS }, unlimited.database);
    const ask = async (tlsToo: boolean, line: string) => {
      const request = `GET /api/me HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`;
      return answersIn(await exchange(Number(new URL(direct.baseUrl).port), { tls: tlsToo }, request))[0]!;
    };
    const remaining = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect((await ask(false, `X-Forwarded-For: ${address}`)).headers).not.toHaveProperty('x-ratelimit-limit');
      const { headers } = await ask(true, `X-Forwarded-For: ${address}\r\nX-Forwarded-Proto: http`);
      remaining.push(headers['x-ratelimit-remaining']);
    }
    await direct.stop();
    expect(remaining).toEqual(['5', '4', '3']);
  });
});

describeWithRedis('instances that share a Redis (skipped without a redis-server on PATH)', () => {
  let redis: RedisServer;
  let instances: TestService[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    const configuration = { redisUrl: redis.url, rateLimits: { ...RATE_LIMITS, apiRead: 40 } };
    instances = [];
    for (let count = 0; count < 3; count += 1) {
      instances.push(await startTestService(configuration, unlimited.database));
    }
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop();
    await redis.stop();
  });

  it('count together, exactly, a user and a key', async () => {
    const { member } = await newCompany();
    const { key } = await createApiKey(member);
    for (const [token, tier, limit] of [
      [member.token, 'api-read', 40],
      [key, 'api-key', 100],
    ] as const) {
      const ask = (index: number) => instances[index]!.api.as(token).get('/me');
      const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index % 2)));
      const late = await ask(2);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
      expect([late.status, counted(late)]).toEqual([429, [tier, String(limit), '0']]);
      expect(new Set([...answers, late].map(({ headers }) => headers.get('X-RateLimit-Reset'))).size).toBe(1);
    }
  });
});
