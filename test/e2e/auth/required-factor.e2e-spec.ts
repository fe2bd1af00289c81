import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import { Authenticator } from '../../support/authenticator.js';
import { Browser } from '../../support/browser.js';
import { TestEventSource } from '../../support/event-source.js';
import { PasskeyDevice } from '../../support/passkey-device.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const NEEDED = [403, 'FORBIDDEN', 'Set up a second factor first'];
const BY_PASSKEY = [401, 'UNAUTHORIZED', 'Sign in with your passkey'];

let service: TestService;
let company: TestCompany;
let user: TestUser;
let device: PasskeyDevice;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  await Authenticator.setUp(company.owner.api, company.owner.password);
});
beforeEach(async () => {
  await require(false);
  user = await createUser(company.owner, 'MEMBER');
  device = new PasskeyDevice('https://service.example.com');
});
afterAll(() => service.stop());

const require = (requireSecondFactor: boolean) => company.owner.api.put('/company', { requireSecondFactor });
const credentials = (code?: string) => ({ email: user.email, password: user.password, code });
const login = async (code?: string) => {
  const answer = await service.api.post('/login', credentials(code));
  return { answer, api: service.api.as(answer.body.token) };
};
type Caller = Pick<Browser, 'get'>;
const works = async (caller: Caller) => expect((await caller.get('/projects')).status).toBe(200);
const isRefused = async (caller: Caller) => {
  expect(refusalOf(await caller.get('/projects'))).toEqual(NEEDED);
  expect((await caller.get('/me')).status).toBe(200);
};

async function addPasskey(): Promise<string> {
  const { body } = await user.api.post('/me/passkeys/options', { password: user.password });
  return (await user.api.post('/me/passkeys', { name: 'Phone', response: device.create(body) })).body.id;
}

async function byPasskey(): Promise<Browser> {
  const browser = new Browser(service.api);
  const { body } = await service.api.post('/session/passkey/options');
  expect((await browser.post('/session/passkey', { response: device.get(body) })).status).toBe(200);
  return browser;
}

describe('a required second factor is met by what a session was made with', () => {
  it('a code', async () => {
    const authenticator = await Authenticator.setUp(user.api, user.password);
    await require(true);
    await works((await login(authenticator.code())).api);
    const browser = new Browser(service.api);
    expect((await browser.post('/session', credentials(authenticator.code(1)))).status).toBe(200);
    await works(browser);
    await works((await login(authenticator.recoveryCodes[0])).api);
  });

  it('a passkey', async () => {
    await addPasskey();
    await require(true);
    await works(await byPasskey());
  });

  it('and by sessions and tokens that are older than the first factor', async () => {
    const [older, session] = [(await login()).api, await Browser.of(service.api, user)];
    await addPasskey();
    const [newer, newSession] = [(await login()).api, await Browser.of(service.api, user)];
    await require(true);
    for (const caller of [user.api, older, session]) await works(caller);
    for (const caller of [newer, newSession]) await isRefused(caller);
    // A second one changes nothing of when the first came.
    await Authenticator.setUp(user.api, user.password);
    for (const caller of [newer, newSession]) await isRefused(caller);
    await require(false);
    for (const caller of [newer, newSession]) await works(caller);
  });

  it('also when the password is changed with such a session, whose sign-in goes on', async () => {
    const session = await Browser.of(service.api, user);
    await addPasskey();
    const newer = (await login()).api;
    await require(true);
    const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });
    expect((await session.put('/me/password', change(user.password, 'another password'))).status).toBe(200);
    await works(session);
    expect((await newer.get('/me')).status).toBe(401);
  });

  it('also when the password is changed with such a token', async () => {
    await addPasskey();
    await require(true);
    const passwords = { currentPassword: user.password, newPassword: 'another password' };
    const { body } = await user.api.put('/me/password', passwords);
    await works(service.api.as(body.token));
  });

  it('not by a new session or token of one that does not count', async () => {
    await addPasskey();
    const newer = (await login()).api;
    await require(true);
    const { body } = await newer.put('/me/password', {
      currentPassword: user.password,
      newPassword: 'another password',
    });
    await isRefused(service.api.as(body.token));
  });

  it('ends the streams of those that do not count any more, and no others', async () => {
    const older = user.api;
    await addPasskey();
    const { answer } = await login();
    const [first, last] = [user.token, answer.body.token].map((token) => TestEventSource.open(service.baseUrl, token));
    await Promise.all([first, last]);
    await require(true);
    await (await last!).ended();
    expect((await first!).isEnded).toBe(false);
    await works(older);
    (await first!).close();
  });
});

describe('who has a passkey and no authenticator', () => {
  it('does not sign in with the password while the company requires a second factor', async () => {
    await addPasskey();
    await require(true);
    for (const path of ['/login', '/session']) {
      for (const code of [undefined, '123456']) {
        const refused = await service.api.post(path, credentials(code));
        expect([refusalOf(refused), refused.headers.get('X-Login-Code')]).toEqual([BY_PASSKEY, 'passkey']);
        const wrong = await service.api.post(path, { ...credentials(code), password: 'wrong' });
        expect([wrong.status, wrong.headers.get('X-Login-Code')]).toEqual([401, null]);
      }
    }
    const authenticator = await Authenticator.setUp(await byPasskey(), user.password);
    expect((await login()).answer.headers.get('X-Login-Code')).toBe('required');
    await works((await login(authenticator.code())).api);
  });

  it('does otherwise', async () => {
    await addPasskey();
    await works((await login()).api);
  });

  it('comes in by the password when the passkey is taken away', async () => {
    await addPasskey();
    await require(true);
    await company.owner.api.delete(`/users/${user.id}/second-factor`);
    await isRefused((await login()).api);
  });
});
