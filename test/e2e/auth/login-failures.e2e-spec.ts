import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';
import { times } from '../../support/times.js';

const LIMITS = { loginFailures: 5 };
const WRONG = [401, 'UNAUTHORIZED', 'E-mail or password is wrong'];

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: LIMITS }));
});
afterAll(() => service.stop());

let sequence = 0;
const newAddress = () => `198.51.100.${(sequence += 1)}`;
const newUser = () => createUser(company.owner, 'MEMBER');
const login = (email: string, password: string, address: string, at = service) =>
  at.api.post('/login', { email, password }, { headers: { 'X-Forwarded-For': address } });
const change = ({ api }: TestUser, currentPassword: string, address: string) => {
  const headers = { 'X-Forwarded-For': address };
  return api.put('/me/password', { currentPassword, newPassword: 'another one altogether' }, { headers });
};
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

function expectLocked(answer: Answer): void {
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(800);
  expect(seconds).toBeLessThanOrEqual(900);
  const message = `Too many requests, retry after ${seconds} seconds`;
  expect(refusalOf(answer)).toEqual([429, 'RATE_LIMIT_EXCEEDED', message]);
  expect(answer.body.error.retryAfter).toBe(seconds);
}

/** So many wrong passwords, one after the other. */
async function fail(email: string, address: string, count: number, at = service): Promise<void> {
  for (let done = 0; done < count; done += 1)
    expect(refusalOf(await login(email, 'wrong', address, at))).toEqual(WRONG);
}

/** From ten addresses that are new, as many as there may be. */
async function failAnywhere(email: string): Promise<void> {
  for (let done = 0; done < 10; done += 1) await fail(email, newAddress(), 5);
}

describe('wrong passwords for one e-mail from one address', () => {
  it.each([
    ['known', async () => (await newUser()).email],
    ['unknown', () => Promise.resolve('nobody@example.com')],
  ])('of which 5 are told to be wrong, are then refused: an e-mail that is %s', async (_what, make) => {
    const [email, address] = [await make(), newAddress()];
    await fail(email, address, 5);
    expectLocked(await login(email, 'wrong', address));
    expectLocked(await login(email.toUpperCase(), 'wrong', address));
    expect(refusalOf(await login(email, 'wrong', newAddress()))).toEqual(WRONG);
    expect(refusalOf(await login('someone-else@example.com', 'wrong', address))).toEqual(WRONG);
  });

  it('are answered exactly up to the limit, even when many come at once', async () => {
    const many = await startTestService({ limits: { loginFailures: 200 } }, service.database);
    const { email, password } = await newUser();
    const address = newAddress();
    const answers = await times(300, () => login(email, 'wrong', address, many));
    const after = await login(email, password, address, many);
    await many.stop();
    expect(statuses(answers)).toEqual([...Array(200).fill(401), ...Array(100).fill(429)]);
    expectLocked(after);
  });

  it('also block the right password, at login and change, for 15 minutes; a success clears nothing', async () => {
    const user = await newUser();
    const address = newAddress();
    await fail(user.email, address, 3);
    expect((await login(user.email, user.password, address)).status).toBe(200);
    expect((await change(user, 'wrong', address)).status).toBe(400);
    await service.api.post('/password-reset', { email: user.email });
    await fail(user.email, address, 1);
    expectLocked(await login(user.email, user.password, address));
    expectLocked(await change(user, user.password, address));
    const elsewhere = newAddress();
    expect((await login(user.email, user.password, elsewhere)).status).toBe(200);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 901_000);
    const answer = await login(user.email, user.password, address).finally(() => now.mockRestore());
    expect(answer.status).toBe(200);
  });

  it('are counted together for one /64', async () => {
    const { email, password } = await newUser();
    for (let host = 1; host <= 5; host += 1) await fail(email, `2001:db8:0:${sequence}::${host}`, 1);
    expectLocked(await login(email, password, `2001:db8:0:${sequence}::6`));
  });

  it('include right passwords of deactivated users, which look the same', async () => {
    const { id, email, password } = await newUser();
    await company.owner.api.put(`/users/${id}`, { active: false });
    const address = newAddress();
    for (let count = 0; count < 5; count += 1) expect(refusalOf(await login(email, password, address))).toEqual(WRONG);
    expectLocked(await login(email, password, address));
  });
});

describe('wrong passwords for one e-mail from anywhere', () => {
  it('lock out all addresses except those that used the account lately', async () => {
    const user = await newUser();
    const [known, old] = [newAddress(), newAddress()];
    for (const address of [known, old]) {
      expect((await login(user.email, user.password, address)).status).toBe(200);
    }
    await service.database.rows(
      `UPDATE login_networks SET last_login_at = now() - interval '30 days' WHERE user_id = $1 AND network = $2`,
      [user.id, old],
    );
    await failAnywhere(user.email);
    expectLocked(await login(user.email, user.password, newAddress()));
    expectLocked(await login(user.email, user.password, old));
    expectLocked(await change(user, user.password, newAddress()));
    expect((await login(user.email, user.password, known)).status).toBe(200);
    await fail(user.email, known, 5);
    expectLocked(await login(user.email, user.password, known));
  });

  it('lock out an unknown e-mail in the same way', async () => {
    await failAnywhere('never-seen@example.com');
    expectLocked(await login('never-seen@example.com', 'wrong', newAddress()));
  });
});

describeWithRedis('with Redis (skipped without a redis-server on PATH)', () => {
  let redis: RedisServer;
  let instances: TestService[];
  beforeEach(async () => {
    redis = await RedisServer.start();
    const configuration = { redisUrl: redis.url, limits: LIMITS };
    instances = [
      await startTestService(configuration, service.database),
      await startTestService(configuration, service.database),
    ];
  });
  afterEach(async () => {
    for (const instance of instances) await instance.stop();
    await redis.stop();
  });

  it('are counted exactly over several instances', async () => {
    const { email, password } = await newUser();
    const address = newAddress();
    const answers = await times(20, (index) => login(email, 'wrong', address, instances[index % 2]));
    expect(statuses(answers)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
    for (const instance of instances) expectLocked(await login(email, password, address, instance));
  });

  it('are counted on by each instance while Redis is away', async () => {
    const [instance] = instances as [TestService];
    const { email, password } = await newUser();
    const [address, other] = [newAddress(), newAddress()];
    await fail(email, address, 3, instance);
    await redis.stop();
    await fail(email, address, 2, instance);
    expectLocked(await login(email, password, address, instance));
    await fail(email, other, 5, instance);
    expectLocked(await login(email, password, other, instance));
    redis = await RedisServer.start(redis.port);
    await eventually(
      'Redis counts',
      async () => (await instance.api.get('/me')).headers.get('X-RateLimit-Remaining') !== '1000000',
    );
    expectLocked(await login(email, password, address, instance));
  });
});
