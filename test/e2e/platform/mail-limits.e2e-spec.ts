import { MailTokenCleanupTask } from '#modules/mail-tokens/mail-token-cleanup.task.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { tokenMailsTo, tokensMailedTo } from '../../support/mails.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';

const LIMITS = { resetMails: 5, invitations: 2 };

let service: TestService;
/** Another instance, with the same database, which writes its mails into the same folder. */
let other: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
  const { dataDirectory } = service.configuration;
  other = await startTestService({ limits: LIMITS, dataDirectory }, service.database);
  company = await createCompany(service.api);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const mailed = (email: string) => tokenMailsTo(email, service.configuration.dataDirectory);
const tokensOf = (email: string, count: number) => tokensMailedTo(email, service.configuration.dataDirectory, count);
const requestReset = (email: string) => service.api.post('/password-reset', { email });
const confirm = async (token: string) =>
  (await service.api.post('/password-reset/confirm', { token, password: 'chosen by myself' })).status;
const invite = (api: Api, name: string, companyName = 'Someone') =>
  api.post('/users', { email: `${name}@example.org`, name: companyName, role: 'VIEWER' });

/** Resolves once all mails that were asked for before are sent or withheld: they are looked for in turn. */
async function quiet(): Promise<void> {
  const { email } = await createUser(company.owner, 'VIEWER');
  for (const { api } of [service, other]) await api.post('/password-reset', { email });
  await tokensOf(email, 2);
}

/** Makes it so much later for what was mailed to the user. */
async function age(id: string, minutes: number): Promise<void> {
  await service.database.rows(
    `UPDATE reset_mails SET mailed_at = ARRAY(SELECT moment - make_interval(mins => $2) FROM unnest(mailed_at) moment)
      WHERE user_id = $1`,
    [id, minutes],
  );
}

describe('the reset mails to an address in an hour', () => {
  it('are at most 5, whatever the case of the address and the instance', async () => {
    const { email } = company.member;
    const answers = await times(60, (index) =>
      [service, other][index % 2]!.api.post('/password-reset', { email: index % 3 ? email : email.toUpperCase() }),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([202, {}]);
    await tokensOf(email, 5);
    await quiet();
    expect(await mailed(email)).toHaveLength(5);
  });

  it('are counted for each address; one more is sent when the first is an hour old', async () => {
    const { id, email } = company.viewer;
    for (let count = 1; count <= 4; count += 1) {
      await requestReset(email);
      await tokensOf(email, count);
    }
    await age(id, 59);
    await requestReset(email);
    await tokensOf(email, 5);
    await requestReset(email);
    await quiet();
    expect(await mailed(email)).toHaveLength(5);
    await age(id, 1);
    for (let count = 6; count <= 9; count += 1) {
      await requestReset(email);
      await tokensOf(email, count);
    }
    await requestReset(email);
    await quiet();
    expect(await mailed(email)).toHaveLength(9);
  });

  it('are counted although their tokens are used, and forgotten after the hour', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    for (let count = 1; count <= 5; count += 1) {
      await requestReset(user.email);
      expect(await confirm((await tokensOf(user.email, count)).at(-1)!)).toBe(204);
    }
    await requestReset(user.email);
    await quiet();
    expect(await mailed(user.email)).toHaveLength(5);
    const task = service.app.get(MailTokenCleanupTask, { strict: false });
    const rows = () => service.database.rows('SELECT FROM reset_mails WHERE user_id = $1', [user.id]);
    await age(user.id, 59);
    await task.run();
    expect(await rows()).toHaveLength(1);
    await age(user.id, 1);
    await task.run();
    expect(await rows()).toEqual([]);
  });
});

describe('of the tokens mailed to an address', () => {
  it('only the token of the newest reset is valid', async () => {
    const { email } = await createUser(company.owner, 'MEMBER');
    await requestReset(email);
    await tokensOf(email, 1);
    await requestReset(email);
    const [first, second] = await tokensOf(email, 2);
    expect([await confirm(first!), await confirm(second!)]).toEqual([400, 204]);
  });

  it('only one token is valid after several concurrent requests', async () => {
    const { email } = await createUser(company.owner, 'MEMBER');
    await times(4, (index) => [service, other][index % 2]!.api.post('/password-reset', { email }));
    const statuses = [];
    for (const token of await tokensOf(email, 4)) statuses.push(await confirm(token));
    expect(statuses.sort()).toEqual([204, 400, 400, 400]);
  });

  it('an invitation stays valid when a reset is mailed, until a password is set', async () => {
    const { owner } = await createCompany(service.api);
    for (const used of [0, 1]) {
      const name = `invited-and-reset-${used}`;
      const email = `${name}@example.org`;
      await invite(owner.api, name);
      await tokensOf(email, 1);
      await requestReset(email);
      const tokens = await tokensOf(email, 2);
      expect([await confirm(tokens[used]!), await confirm(tokens[1 - used]!)]).toEqual([204, 400]);
    }
  });
});

describe('the invitations of a company in 24 hours', () => {
  const retryAfter = ({ headers }: Answer) => Number(headers.get('Retry-After'));

  it('never exceed the limit, even when many are sent at once on several instances', async () => {
    const { owner, admin } = await createCompany(service.api);
    const apis = [owner.api, other.api.as(admin.token)];
    const answers = await times(10, (index) => invite(apis[index % 2]!, `invited-${index}`));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(8);
    for (const answer of refused) {
      const seconds = retryAfter(answer);
      expect(seconds).toBeGreaterThan(86_000);
      expect(seconds).toBeLessThanOrEqual(86_400);
      const message = `Too many requests, retry after ${seconds} seconds`;
      expect(refusalOf(answer)).toEqual([429, 'RATE_LIMIT_EXCEEDED', message]);
      expect(answer.body.error.retryAfter).toBe(seconds);
    }
    expect((await owner.api.get('/users')).body).toHaveLength(6);
  });

  it('are possible again when the first is a day old; users with a password do not count', async () => {
    const { owner } = await createCompany(service.api);
    for (const name of ['first', 'second']) expect((await invite(owner.api, name)).status).toBe(201);
    expect((await invite(owner.api, 'third')).status).toBe(429);
    expect((await invite(owner.api, 'first')).status).toBe(409);
    const withPassword = { email: 'third@example.org', name: 'x', role: 'VIEWER', password: 'good enough' };
    expect((await owner.api.post('/users', withPassword)).status).toBe(201);
    const age = (interval: string) =>
      service.database.rows(`UPDATE users SET invited_at = now() - $1::interval WHERE email = 'first@example.org'`, [
        interval,
      ]);
    await age('23:59');
    expect(retryAfter(await invite(owner.api, 'fourth'))).toBeLessThanOrEqual(60);
    await age('24:00');
    expect((await invite(owner.api, 'fourth')).status).toBe(201);
  });

  it('count those that are sent again, and those that were revoked', async () => {
    const { owner } = await createCompany(service.api);
    const { body } = await invite(owner.api, 'again');
    expect((await owner.api.post(`/users/${body.id}/invitation`)).status).toBe(202);
    const refused = await owner.api.post(`/users/${body.id}/invitation`);
    expect(refused.status).toBe(429);
    expect(retryAfter(refused)).toBeGreaterThan(86_000);
    expect((await invite(owner.api, 'another')).status).toBe(429);
    expect((await owner.api.delete(`/users/${body.id}`)).status).toBe(202);
    expect((await invite(owner.api, 'another')).status).toBe(429);
  });

  it('are refused only after the request is validated', async () => {
    const { owner, member } = await createCompany(service.api);
    for (const name of ['one', 'two']) await invite(owner.api, name);
    expect((await invite(member.api, 'three')).status).toBe(403);
    expect((await invite(owner.api, 'no address')).status).toBe(400);
    expect((await invite(owner.api, 'three')).status).toBe(429);
  });
});

describe('names in an invitation', () => {
  it.each([
    ['Click https://evil.example/login now', 'Click now'],
    ['WWW.evil.example', 'a company'],
    ['evil.example/reset or hthttps://tps://evil.example', 'or'],
    ['A company\nof two lines', 'A company of two lines'],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
  ])('are one short line without a link: %j', async (name, shown) => {
    const { owner } = await createCompany(service.api);
    await owner.api.put('/company', { name });
    const email = `named-${Math.random()}@example.org`;
    await owner.api.post('/users', { email, name, role: 'VIEWER' });
    await eventually('the mail', async () => (await mailed(email)).length > 0);
    const [mail] = await mailed(email);
    const text = mail!.replaceAll('=\n', '').replaceAll('=E2=80=A6', '…');
    expect(text).toContain(`projects of ${shown}.`);
    expect(text).toContain(`Hello ${shown === 'a company' ? 'there' : shown},`);
    expect(text).not.toMatch(/evil/i);
    expect(text.replaceAll(service.configuration.publicUrl, '')).not.toMatch(/:\/\/|www\./i);
  });
});
