import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { Authenticator } from '../../support/authenticator.js';
import { Browser } from '../../support/browser.js';
import { stopClock } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { mailsTo } from '../../support/mails.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let user: TestUser;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies({ limits: { codeFailures: 10 } })));
beforeEach(async () => {
  user = await createUser(company.owner, 'MEMBER');
  // So that the codes of a test are all of one step.
  stopClock();
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(() => service.stop());

const WRONG_LOGIN = [401, 'UNAUTHORIZED', 'E-mail or password is wrong'];
const WRONG_CODE = [400, 'VALIDATION_ERROR', { code: 'Wrong code' }];
const setUp = () => Authenticator.setUp(user.api, user.password);
const login = (code?: string, password = user.password) =>
  service.api.post('/login', { email: user.email, password, ...(code !== undefined && { code }) });
const remove = (body: object) => user.api.send('DELETE', '/me/totp', body);
const recorded = async () =>
  (await company.owner.api.get(`/audit-log?action=factor.*&targetId=${user.id}`)).body.map(
    ({ action, actor }: { action: string; actor: { id: string } }) => [action, actor.id],
  );
const mailed = (subject: string) =>
  eventually(`the mail "${subject}"`, async () =>
    (await mailsTo(user.email, service.configuration.dataDirectory)).some((mail) => mail.includes(subject)),
  );

describe('/me/totp', () => {
  it('sets up an authenticator that counts once it is confirmed', async () => {
    const { body, status } = await user.api.post('/me/totp', { password: user.password });
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', body.secret]);
    expect((await login()).status).toBe(200);
    const authenticator = new Authenticator(body.secret);
    const confirmed = await user.api.post('/me/totp/confirm', { code: authenticator.code() });
    expect([confirmed.status, new Set(confirmed.body.recoveryCodes).size]).toEqual([200, 10]);
    expect((await login()).status).toBe(401);
    await mailed('An authenticator was added');
    const [stored] = await service.database.rows<{ secret: string }>('SELECT secret FROM totp_factors WHERE id = $1', [
      user.id,
    ]);
    expect(stored!.secret).toMatch(/^v1\./);
    const hashes = await service.database.rows<{ hash: string }>(
      'SELECT code_hash AS hash FROM recovery_codes WHERE user_id = $1',
      [user.id],
    );
    expect(hashes.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true);
  });

  it('asks for the password, and counts wrong ones as those of logins', async () => {
    for (const [method, path] of [
      ['POST', '/me/totp'],
      ['DELETE', '/me/totp'],
      ['POST', '/me/totp/recovery-codes'],
    ] as const) {
      const code = method === 'POST' && path === '/me/totp' ? {} : { code: '000000' };
      const missing = await user.api.send(method, path, code);
      expect(refusalOf(missing)).toEqual([400, 'VALIDATION_ERROR', { password: 'Required' }]);
      const wrong = await user.api.send(method, path, { ...code, password: 'wrong' });
      expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_ERROR', { password: 'Wrong password' }]);
    }
  });

  it('is replaced while it waits, and not any more once it is confirmed', async () => {
    const first = new Authenticator((await user.api.post('/me/totp', { password: user.password })).body.secret);
    const second = new Authenticator((await user.api.post('/me/totp', { password: user.password })).body.secret);
    expect(refusalOf(await user.api.post('/me/totp/confirm', { code: first.code() }))).toEqual(WRONG_CODE);
    expect((await user.api.post('/me/totp/confirm', { code: second.code() })).status).toBe(200);
    const again = await user.api.post('/me/totp', { password: user.password });
    expect(refusalOf(again)).toEqual([409, 'CONFLICT', 'An authenticator is active; remove it first']);
  });

  it('waits for 10 minutes', async () => {
    const { secret } = (await user.api.post('/me/totp', { password: user.password })).body;
    await service.database.rows('UPDATE totp_factors SET pending_until = now() WHERE id = $1', [user.id]);
    const late = await user.api.post('/me/totp/confirm', { code: new Authenticator(secret).code() });
    expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('is removed with the password and a code, and its recovery codes with it', async () => {
    const authenticator = await setUp();
    const { password } = user;
    expect(refusalOf(await remove({ password, code: authenticator.wrongCode() }))).toEqual(WRONG_CODE);
    expect(result(await remove({ password, code: authenticator.code() }))).toEqual([204, undefined]);
    expect((await login()).status).toBe(200);
    expect(await service.database.rows('SELECT FROM recovery_codes WHERE user_id = $1', [user.id])).toEqual([]);
    await mailed('The authenticator of your account was removed');
    expect(await recorded()).toEqual([
      ['factor.removed', user.id],
      ['factor.added', user.id],
    ]);
    const again = await remove({ password, code: authenticator.code(1) });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('makes new recovery codes, and the old ones are good no more', async () => {
    const authenticator = await setUp();
    const body = { password: user.password, code: authenticator.code() };
    const { status, body: renewed } = await user.api.post('/me/totp/recovery-codes', body);
    expect([status, renewed.recoveryCodes.length]).toEqual([200, 10]);
    expect(refusalOf(await login(authenticator.recoveryCodes[0]))).toEqual(WRONG_LOGIN);
    expect((await login(renewed.recoveryCodes[0])).status).toBe(200);
  });

  it('is closed to API keys', async () => {
    const { api } = await createApiKey(user);
    const answers = [
      await api.post('/me/totp', {}),
      await api.post('/me/totp/confirm', { code: '1' }),
      await api.send('DELETE', '/me/totp', { code: '1' }),
      await api.post('/me/totp/recovery-codes', { code: '1' }),
    ];
    expect(answers.map(result)).toEqual(answers.map(() => FORBIDDEN));
  });

  it('with endOthers ends the other sessions, and otherwise none', async () => {
    const [here, there] = [await Browser.of(service.api, user), await Browser.of(service.api, user)];
    const { secret } = (await here.post('/me/totp', { password: user.password })).body;
    const authenticator = new Authenticator(secret);
    await here.post('/me/totp/confirm', { code: authenticator.code(-1) });
    expect((await there.get('/me')).status).toBe(200);
    const removed = await here.delete('/me/totp', {
      password: user.password,
      code: authenticator.code(),
      endOthers: true,
    });
    expect(removed.status).toBe(204);
    expect([(await here.get('/me')).status, (await there.get('/me')).status]).toEqual([200, 401]);
  });
});

describe('signing in with a second factor', () => {
  it('asks for a code once the password is right, and tells no one else', async () => {
    const authenticator = await setUp();
    const asked = await login();
    expect(refusalOf(asked)).toEqual([401, 'UNAUTHORIZED', 'A code from your authenticator is needed']);
    expect(asked.headers.get('X-Login-Code')).toBe('required');
    for (const answer of [await login(undefined, 'wrong'), await login(authenticator.code(), 'wrong')]) {
      expect([refusalOf(answer), answer.headers.get('X-Login-Code')]).toEqual([WRONG_LOGIN, null]);
    }
    const wrong = await login(authenticator.wrongCode());
    expect([refusalOf(wrong), wrong.headers.get('X-Login-Code')]).toEqual([WRONG_LOGIN, null]);
    expect((await login(authenticator.code())).status).toBe(200);
    const { body } = await company.admin.api.get(`/users/${user.id}`);
    expect([body.secondFactor, Date.parse(body.lastSignInAt) > Date.now() - 60_000]).toEqual(['totp', true]);
  });

  it('takes the codes of one step either side, and no other', async () => {
    const authenticator = await setUp();
    expect(refusalOf(await login(authenticator.code(-2)))).toEqual(WRONG_LOGIN);
    expect(refusalOf(await login(authenticator.code(2)))).toEqual(WRONG_LOGIN);
    expect((await login(authenticator.code(1))).status).toBe(200);
  });

  it('takes no code twice, also of many that come at once', async () => {
    const authenticator = await setUp();
    const code = authenticator.code();
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(refusalOf(await login(code))).toEqual(WRONG_LOGIN);
  });

  it('takes each recovery code once, also of many that come at once', async () => {
    const { recoveryCodes } = await setUp();
    const [code, other] = recoveryCodes as [string, string];
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await login(other.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  });

  it('shows how a session was begun', async () => {
    const authenticator = await setUp();
    const browser = new Browser(service.api);
    const body = { email: user.email, password: user.password };
    expect((await browser.post('/session', body)).headers.get('X-Login-Code')).toBe('required');
    expect((await browser.post('/session', { ...body, code: authenticator.code() })).status).toBe(200);
    expect((await browser.get('/me/sessions')).body.at(-1)).toMatchObject({ method: 'totp', current: true });
  });

  it('refuses every code after 10 wrong ones, from wherever, until 15 minutes are over', async () => {
    const authenticator = await setUp();
    const wrong = authenticator.wrongCode();
    const answers = await Promise.all(Array.from({ length: 14 }, () => login(wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    const refused = await login(authenticator.code());
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 800]).toEqual([429, true]);
    expect((await remove({ password: user.password, code: authenticator.code() })).status).toBe(429);
    const failures = 'SELECT count::integer FROM code_failures WHERE user_id = $1';
    expect(await service.database.rows(failures, [user.id])).toEqual([{ count: 10 }]);
    const end = `UPDATE code_failures SET ends_at = now() - interval '1 min' WHERE user_id = $1`;
    await service.database.rows(end, [user.id]);
    expect((await login(authenticator.code())).status).toBe(200);
  });
});

describe('DELETE /users/{id}/second-factor', () => {
  it('takes a lost one away, and tells the user', async () => {
    await setUp();
    expect(result(await company.admin.api.delete(`/users/${user.id}/second-factor`))).toEqual([204, undefined]);
    expect((await login()).status).toBe(200);
    expect((await company.admin.api.get(`/users/${user.id}`)).body.secondFactor).toBeNull();
    await mailed('An administrator removed the second factor');
    expect((await recorded())[0]).toEqual(['factor.removed', company.admin.id]);
    const again = await company.admin.api.delete(`/users/${user.id}/second-factor`);
    expect([again.status, again.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('needs an OWNER for OWNERs and ADMINs, an ADMIN for others, and a user of the company', async () => {
    for (const { id } of [company.owner, company.admin]) {
      expect(result(await company.admin.api.delete(`/users/${id}/second-factor`))).toEqual(FORBIDDEN);
    }
    expect(result(await user.api.delete(`/users/${user.id}/second-factor`))).toEqual(FORBIDDEN);
    const foreign = await stranger.owner.api.delete(`/users/${user.id}/second-factor`);
    expect(refusalOf(foreign)).toEqual([404, 'NOT_FOUND', 'User not found']);
  });

  it('shows how people sign in to ADMINs and OWNERs alone', async () => {
    await setUp();
    const of = async ({ api }: TestUser) => {
      const list = (await api.get('/users')).body.find(({ id }: { id: string }) => id === user.id);
      expect((await api.get(`/users/${user.id}`)).body).toEqual(list);
      return [list.secondFactor, list.lastSignInAt];
    };
    expect(await of(company.owner)).toEqual(['totp', expect.any(String)]);
    expect(await of(company.member)).toEqual([null, null]);
  });
});

describe('a company that requires a second factor', () => {
  const require = (requireSecondFactor: boolean) => stranger.admin.api.put('/company', { requireSecondFactor });
  const NEEDED = [403, 'FORBIDDEN', 'Set up a second factor first'];

  it('is made one by somebody who has one, and lets others only set theirs up', async () => {
    expect((await stranger.admin.api.get('/company')).body.requireSecondFactor).toBe(false);
    expect([(await require(true)).status, (await stranger.member.api.put('/company', {})).status]).toEqual([409, 403]);
    await Authenticator.setUp(stranger.admin.api, stranger.admin.password);
    expect((await require(true)).body.requireSecondFactor).toBe(true);
    user = stranger.member;
    const session = await Browser.of(service.api, user);
    const key = stranger.viewer.api;
    for (const caller of [user.api, session]) {
      expect(refusalOf(await caller.get('/projects'))).toEqual(NEEDED);
      expect(refusalOf(await caller.post('/projects', { name: 'P' }))).toEqual(NEEDED);
      // Also where the role does not suffice.
      expect(refusalOf(await caller.put('/company', {}))).toEqual(NEEDED);
      expect((await caller.get('/me')).status).toBe(200);
      expect((await caller.get('/me/sessions')).status).toBe(200);
      expect((await caller.get('/company')).status).toBe(200);
    }
    expect((await session.get('/session')).body.user.id).toBe(user.id);
    expect(refusalOf(await key.get('/tasks'))).toEqual(NEEDED);
    await setUp();
    expect([(await user.api.get('/projects')).status, (await session.get('/projects')).status]).toEqual([200, 200]);
    expect((await require(false)).body.requireSecondFactor).toBe(false);
    expect((await key.get('/tasks')).status).toBe(200);
  });

  it('lets API keys go on', async () => {
    const { api } = await createApiKey(stranger.viewer);
    await require(true);
    expect((await api.get('/projects')).status).toBe(200);
    await require(false);
  });
});
