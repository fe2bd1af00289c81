import { Passwords } from '#core/access/passwords.js';
import type { ConcurrencyLimit, Release } from '#core/concurrency-limits/concurrency-limit.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: { waitingPasswords: 6 } }));
});
afterAll(() => service.stop());

/** The places where passwords are hashed; a test that holds them says when it goes on. */
function turnsOf(): ConcurrencyLimit {
  const inside = service.app.get<Passwords, { turns: ConcurrencyLimit }>(Passwords);
  return inside.turns;
}

const policyOf = ({ headers }: { headers: Headers }) => headers.get('X-RateLimit-Policy');

describe('a change of the password', () => {
  it.each(['owner', 'viewer'] as const)('is refused to a key of the %s before anything is compared', async (role) => {
    const { api } = await createApiKey(company[role]);
    const matches = jest.spyOn(service.app.get(Passwords), 'matches');
    const guess = (number: number) =>
      api.put('/me/password', { currentPassword: `guess ${number}`, newPassword: 'taken over by a key' });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, number) => guess(number)));
    for (const answer of answers) expect([...result(answer), policyOf(answer)]).toEqual([...FORBIDDEN, 'api-key']);
    expect(result(await api.put('/me/password', {}))).toEqual(FORBIDDEN);
    expect(refusalOf(await api.put('/me/password', '{'))).toEqual([400, 'INVALID_INPUT', expect.any(String)]);
    expect(matches).not.toHaveBeenCalled();
    matches.mockRestore();
  });

  it('counts with the logins of its address', async () => {
    const rateLimits = { apiKey: 9, apiRead: 9, apiWrite: 9, apiDelete: 9, auth: 3, calendar: 3, code: 3 };
    const limited = await startTestService({ rateLimits }, service.database);
    const { email, password, token } = company.member;
    const change = (headers?: Record<string, string>) =>
      limited.api.as(token).put('/me/password', { currentPassword: 'wrong', newPassword: 'long enough' }, { headers });
    const answers = [
      await limited.api.post('/login', { email, password }),
      await change(),
      await limited.api.put('/me/password', {}),
      await change(),
      await change({ 'X-Forwarded-For': '198.51.100.7' }),
    ];
    await limited.stop();
    expect(answers.map((answer) => [answer.status, policyOf(answer)])).toEqual([
      [200, 'auth'],
      [400, 'auth'],
      [401, 'auth'],
      [429, 'auth'],
      [400, 'auth'],
    ]);
  });
});

describe('passwords that wait to be hashed', () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const BUSY = [503, 'SERVICE_UNAVAILABLE', 'The service is busy, retry in a second'];
  let held: Release[];
  beforeEach(() => {
    held = ['one', 'one', 'another', 'another'].map((client) => turnsOf().tryTake(client) as Release);
  });
  afterEach(() => held.forEach((release) => release()));

  /** A login that waits. */
  async function wait(address: string): Promise<{ answer: Promise<Answer> }> {
    const { email, password } = company.viewer;
    const { waiting } = turnsOf().use;
    const answer = service.api.post('/login', { email, password }, from(address));
    await eventually('it waits', () => turnsOf().use.waiting === waiting + 1);
    return { answer };
  }

  it('are 6 in all, half of them for one client address or /64; others are told to try again', async () => {
    const waiting = [];
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:1::']) waiting.push(await wait(address));
    const { email, password } = company.owner;
    const login = (address: string) => service.api.post('/login', { email, password }, from(address));
    const refused = [await login('2001:db8::3')];
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) waiting.push(await wait(address));
    refused.push(await login('198.51.100.3'), await login('198.51.100.1'));
    for (const answer of refused) {
      expect([refusalOf(answer), answer.headers.get('Retry-After')]).toEqual([BUSY, '1']);
    }
    held.forEach((release) => release());
    for (const { answer } of waiting) expect((await answer).status).toBe(200);
    expect((await login('198.51.100.3')).status).toBe(200);
  });

  it('include every request that hashes a password', async () => {
    const user = await freed(() => createUser(company.owner, 'MEMBER'));
    await service.api.post('/password-reset', { email: user.email });
    const { dataDirectory } = service.configuration;
    await eventually('the mail', async () => (await mailsTo(user.email, dataDirectory)).length === 1);
    const token = tokenIn((await mailsTo(user.email, dataDirectory))[0]!);
    const address = from('198.51.100.9');
    const waiting = [await wait('198.51.100.9'), await wait('198.51.100.9'), await wait('198.51.100.9')];
    const { email, password } = user;
    const registration = { companyName: 'Late', name: 'Late', email: 'late@example.com', password };
    const { api } = company.owner;
    const answers = [
      await service.api.post('/login', { email: 'nobody@example.com', password }, address),
      await service.api.post('/login', { email, password }, address),
      await service.api.post('/register', registration, address),
      await service.api.post('/password-reset/confirm', { token, password }, address),
      await user.api.put('/me/password', { currentPassword: password, newPassword: 'another one' }, address),
      await api.post('/users', { email: 'late@example.com', name: 'Late', role: 'VIEWER', password }, address),
    ];
    for (const answer of answers) expect(refusalOf(answer)).toEqual(BUSY);
    expect(
      (await api.post('/users', { email: 'invited@example.com', name: 'x', role: 'VIEWER' }, address)).status,
    ).toBe(201);
    held.forEach((release) => release());
    for (const { answer } of waiting) expect((await answer).status).toBe(200);
    expect((await service.api.post('/password-reset/confirm', { token, password }, address)).status).toBe(204);
    expect((await service.api.post('/register', registration, address)).status).toBe(201);
  });

  it('are hashed client by client in turn', async () => {
    const order: string[] = [];
    const queued = [];
    const others = ['198.51.100.2', '198.51.100.3'];
    for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.1', ...others]) {
      const { answer } = await wait(address);
      queued.push(answer.then(() => order.push(address)));
    }
    const [first] = held.splice(0, 1);
    first!();
    await Promise.all(queued);
    // The answer of one of them may be overtaken by the next ones.
    expect(Math.min(...others.map((address) => order.indexOf(address)))).toBeLessThan(3);
  });

  /** Does something while the places are free. */
  async function freed<T>(work: () => Promise<T>): Promise<T> {
    held.forEach((release) => release());
    const result = await work();
    held = ['one', 'one', 'another', 'another'].map((client) => turnsOf().tryTake(client) as Release);
    return result;
  }
});
