import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
/** Another instance on the same database. */
let elsewhere: TestService;
let company: TestCompany;
let stranger: TestCompany;
let user: TestUser;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  elsewhere = await startTestService({}, service.database);
});
beforeEach(async () => (user = await createUser(company.owner, 'MEMBER')));
afterAll(async () => {
  await elsewhere.stop();
  await service.stop();
});

const UNKNOWN = [404, 'NOT_FOUND', 'Session not found'];
const signIn = (who: TestUser = user, headers?: Record<string, string>) => Browser.of(service.api, who, headers);
const idOf = async (browser: Browser): Promise<string> =>
  (await browser.get('/me/sessions')).body.find(({ current }: { current: boolean }) => current).id;
const isIn = async (browser: Browser) => (await browser.get('/me')).status === 200;
/** Moves the moments of the user's sessions into the past. */
const age = (column: 'created_at' | 'last_seen_at', interval: string) =>
  service.database.rows(`UPDATE sessions SET ${column} = ${column} - $2::interval WHERE user_id = $1`, [
    user.id,
    interval,
  ]);

describe('GET /me/sessions', () => {
  it('lists where the caller is signed in, and marks the one that asks', async () => {
    const one = await signIn(user, { 'User-Agent': 'One/1.0' });
    const other = await signIn(user, { 'User-Agent': 'Other/2.0' });
    const { body } = await other.get('/me/sessions');
    const listed = (userAgent: string, current: boolean) => ({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      lastSeenAt: expect.stringMatching(/:00\.000Z$/),
      ip: '127.0.0.1',
      userAgent,
      method: 'password',
      current,
    });
    expect(body).toEqual([listed('One/1.0', false), listed('Other/2.0', true)]);
    const page = await one.get('/me/sessions?page=1&limit=1');
    expect([page.body.data, page.body.meta.pagination?.total ?? page.body.meta.total]).toEqual([
      [{ ...body[0], current: true }],
      2,
    ]);
  });

  it('lists the same for a token, which is no session itself', async () => {
    await signIn();
    const { body } = await user.api.get('/me/sessions');
    expect(body.map(({ current }: { current: boolean }) => current)).toEqual([false]);
  });

  it('is closed to API keys, as what ends sessions is', async () => {
    const { api } = await createApiKey(user);
    const answers = [
      await api.get('/me/sessions'),
      await api.delete('/me/sessions'),
      await api.delete(`/me/sessions/${UNKNOWN_ID}`),
    ];
    expect(answers.map(result)).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  });
});

describe('the end of a session', () => {
  it('comes with DELETE /session, for the cookie as it was, too', async () => {
    const browser = await signIn();
    const thief = browser.copy();
    expect((await browser.delete('/session')).status).toBe(204);
    expect(browser.cookie).toBe('');
    expect(result(await thief.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await thief.get('/session')).body.user).toBeNull();
    expect((await user.api.get('/me/sessions')).body).toEqual([]);
  });

  it('comes with DELETE /me/sessions/{id}, for that one alone', async () => {
    const [lost, kept] = [await signIn(), await signIn()];
    const id = await idOf(lost);
    expect(result(await kept.delete(`/me/sessions/${id}`))).toEqual([204, undefined]);
    expect(result(await lost.get('/me'))).toEqual(INVALID_TOKEN);
    expect(await isIn(kept)).toBe(true);
    expect(refusalOf(await kept.delete(`/me/sessions/${id}`))).toEqual(UNKNOWN);
  });

  it('is not to be had for those of others', async () => {
    const id = await idOf(await signIn());
    for (const { api } of [company.owner, company.viewer, stranger.owner]) {
      expect(refusalOf(await api.delete(`/me/sessions/${id}`))).toEqual(UNKNOWN);
    }
  });

  it('comes with DELETE /me/sessions for all others; a token ends them all', async () => {
    const [one, other] = [await signIn(), await signIn()];
    expect((await one.delete('/me/sessions')).status).toBe(204);
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);
    await user.api.delete('/me/sessions');
    expect(await isIn(one)).toBe(false);
  });

  it('comes with a change of the password, in every way, and with a deactivation', async () => {
    const [changing, other] = [await signIn(), await signIn()];
    const before = changing.copy();
    const body = { currentPassword: user.password, newPassword: 'staple battery horse' };
    expect(result(await changing.put('/me/password', body))).toEqual([200, {}]);
    expect([await isIn(changing), await isIn(other), await isIn(before)]).toEqual([true, false, false]);
    expect((await changing.get('/me/sessions')).body).toHaveLength(1);
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    await company.owner.api.put(`/users/${user.id}`, { active: true });
    expect(result(await changing.get('/me'))).toEqual(INVALID_TOKEN);
  });

  it('comes 24 hours after the beginning, and after 8 hours without use', async () => {
    const browser = await signIn();
    await age('created_at', '23 hours 59 minutes');
    expect(await isIn(elsewhereOf(browser))).toBe(true);
    await age('created_at', '1 minute');
    await eventually('it is over', async () => !(await isIn(elsewhereOf(browser))));
    expect((await user.api.get('/me/sessions')).body).toEqual([]);
    const unused = await signIn();
    await age('last_seen_at', '8 hours');
    await eventually('it is over', async () => !(await isIn(elsewhereOf(unused))));
  });

  it('counts within a second on every instance', async () => {
    const browser = await signIn();
    const other = elsewhereOf(browser);
    expect(await isIn(other)).toBe(true);
    await browser.delete('/session');
    await eventually('it is refused elsewhere', async () => !(await isIn(other)), COUNTS_WITHIN);
  });

  it.each([
    ['here', () => service],
    ['elsewhere', () => elsewhere],
  ])('ends its streams %s', async (_, of) => {
    const [lost, kept] = [await signIn(), await signIn()];
    const streams = { lost: await openStream(lost, of()), kept: await openStream(kept, of()) };
    await kept.delete(`/me/sessions/${await idOf(lost)}`);
    await eventually('the stream ends', () => streams.lost.isEnded, COUNTS_WITHIN);
    expect(streams.kept.isEnded).toBe(false);
    streams.kept.close();
  });
});

describe('the use of a session', () => {
  it('is written to the minute', async () => {
    const browser = await signIn();
    await age('last_seen_at', '3 hours');
    await eventually('its use is written', async () => {
      await elsewhereOf(browser).get('/me');
      const [session] = (await user.api.get('/me/sessions')).body;
      return Date.parse(session.lastSeenAt) > Date.now() - 2 * 60_000;
    });
  });
});

describe('/users/{id}/sessions', () => {
  it('shows an administrator those of a user, and ends them', async () => {
    const browser = await signIn();
    const path = `/users/${user.id}/sessions`;
    const { body } = await company.admin.api.get(path);
    expect(body).toEqual([expect.objectContaining({ id: await idOf(browser), current: false, method: 'password' })]);
    expect(result(await company.admin.api.delete(path))).toEqual([204, undefined]);
    expect(result(await browser.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await company.admin.api.get(path)).body).toEqual([]);
    expect((await user.api.get('/me')).status).toBe(200);
  });

  it('needs an OWNER for an OWNER, an ADMIN for others, and a user of the company', async () => {
    const own = `/users/${company.owner.id}/sessions`;
    for (const method of ['GET', 'DELETE']) {
      expect(result(await company.admin.api.send(method, own))).toEqual(FORBIDDEN);
      expect(result(await user.api.send(method, `/users/${user.id}/sessions`))).toEqual(FORBIDDEN);
      const foreign = await stranger.owner.api.send(method, `/users/${user.id}/sessions`);
      expect(refusalOf(foreign)).toEqual([404, 'NOT_FOUND', 'User not found']);
    }
    expect((await company.owner.api.get(own)).status).toBe(200);
    expect((await company.owner.api.delete(own)).status).toBe(204);
  });
});

function elsewhereOf(browser: Browser): Browser {
  return browser.copy(elsewhere.api);
}

async function openStream({ cookie }: Browser, { baseUrl }: TestService) {
  const hangUp = new AbortController();
  const response = await fetch(`${baseUrl}/events/stream`, {
    headers: { 'X-Forwarded-Proto': 'https', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
    signal: hangUp.signal,
  });
  if (response.status !== 200) throw new Error(await response.text());
  const stream = { isEnded: false, close: () => hangUp.abort() };
  const end = () => (stream.isEnded = true);
  void response.body!.pipeTo(new WritableStream()).then(end, end);
  return stream;
}
