import { Passwords } from '#core/access/passwords.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { INVALID_TOKEN, refusalOf, result } from '../../support/answers.js';
import { dayIn } from '../../support/clock.js';
import { hearNothing } from '../../support/lost-news.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID_V7 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  hearNothing();
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

let sequence = 0;
const newEmail = () => `someone-${(sequence += 1)}@example.com`;
const registration = (changes: object = {}) => ({
  companyName: 'Acme',
  name: 'Wile E.',
  email: newEmail(),
  password: 'beep beep beep',
  ...changes,
});
const login = (email: string, password: string) => service.api.post('/login', { email, password });
const invalid = (problems: Record<string, string>) => [400, 'VALIDATION_ERROR', problems];

describe('POST /register', () => {
  it('creates a company with its first OWNER, who is logged in', async () => {
    const email = 'Wile.E@Example.com';
    const { status, body } = await service.api.post('/register', registration({ companyName: ' Acme ', email }));
    expect(status).toBe(201);
    expect(body).toEqual({
      user: {
        id: UUID_V7,
        email,
        name: 'Wile E.',
        role: 'OWNER',
        active: true,
        createdAt: TIMESTAMP,
        updatedAt: body.user.createdAt,
      },
      token: expect.any(String),
    });
    const me = await service.api.as(body.token).get('/me');
    expect(me.body).toEqual({
      ...body.user,
      timezone: 'UTC',
      away: null,
      company: { id: UUID_V7, name: 'Acme' },
      agent: null,
    });
  });

  it('gives the company the default lanes', async () => {
    const rows = await service.database.rows<{ name: string }>(
      'SELECT name FROM workflow_lanes WHERE company_id = $1 ORDER BY position',
      [company.id],
    );
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(['Backlog', 'To Do', 'In Progress', 'In Review', 'Done', 'Blocked']);
  });

  it('refuses an address that is taken, whatever its case, and leaves nothing behind', async () => {
    const companies = async () => (await service.database.rows('SELECT id FROM companies')).length;
    const before = await companies();
    const { status, body } = await service.api.post(
      '/register',
      registration({ email: company.owner.email.toUpperCase() }),
    );
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await companies()).toBe(before);
  });

  it('gives the address to one of several concurrent requests', async () => {
    const input = registration();
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.api.post('/register', input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [undefined, { companyName: 'Required', name: 'Required', email: 'Required', password: 'Required' }],
    [registration({ email: 'nobody' }), { email: 'Invalid email' }],
    [registration({ email: 7 }), { email: 'Expected string' }],
    [registration({ password: 'x'.repeat(7) }), { password: 'Must be at least 8 characters' }],
    [registration({ password: 'x'.repeat(129) }), { password: 'Must be at most 128 characters' }],
    [registration({ name: 'a\0', companyName: '\ud800' }), { name: 'Invalid text', companyName: 'Invalid text' }],
    [registration({ role: 'OWNER' }), { role: 'Unknown field' }],
  ])('refuses bad input: %#', async (input, problems) => {
    expect(refusalOf(await service.api.post('/register', input))).toEqual(invalid(problems as Record<string, string>));
  });

  it('is refused, whatever is sent, when registration is closed', async () => {
    service.configuration.registrationOpen = false;
    const answers = [await service.api.post('/register', registration()), await service.api.post('/register', {})];
    service.configuration.registrationOpen = true;
    for (const { status, body } of answers) {
      expect([status, body.error.code, body.error.message]).toEqual([403, 'FORBIDDEN', 'Registration is closed']);
    }
  });
});

describe('POST /login', () => {
  it('answers with the user and a token', async () => {
    const { id, email, name, password } = company.member;
    const { status, body } = await login(email.toUpperCase(), password);
    expect([status, body]).toEqual([200, { user: { id, email, name, role: 'MEMBER' }, token: expect.any(String) }]);
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ sub: id, company: company.id, ver: 1, exp: claims.iat + 24 * 3600 });
    expect((await service.api.as(body.token).get('/me')).status).toBe(200);
  });

  it('refuses all failures in the same way, after one comparison each', async () => {
    const deactivated = await createUser(company.owner, 'MEMBER');
    await company.owner.api.put(`/users/${deactivated.id}`, { active: false });
    const invited = newEmail();
    await company.owner.api.post('/users', { email: invited, name: 'Ivy', role: 'MEMBER' });
    const { email, password } = company.owner;
    const matches = jest.spyOn(service.app.get(Passwords), 'matches');
    const attempts = [
      [email, 'another password'],
      [email, ` ${password}`],
      [email, ''],
      [newEmail(), password],
      [deactivated.email, deactivated.password],
      [invited, password],
      [invited, ''],
      [`${email}\0`, password],
      ['\ud800', '\udfff'],
      [email, 'a\0\ud800'],
      ['x'.repeat(7_000), 'x'.repeat(7_000)],
      [email, 'x'.repeat(10_000)],
      ['', ''],
    ] as const;
    const answers = [];
    for (const [address, attempt] of attempts) answers.push(await login(address, attempt));
    const refusal = { code: 'UNAUTHORIZED', message: 'E-mail or password is wrong', traceId: expect.any(String) };
    for (const { status, body } of answers) expect([status, body]).toEqual([401, { success: false, error: refusal }]);
    expect(matches).toHaveBeenCalledTimes(attempts.length);
    matches.mockRestore();
  });

  it.each([
    [undefined, { email: 'Required', password: 'Required' }],
    [
      { email: null, password: 7 },
      { email: 'Required', password: 'Expected string' },
    ],
    [{ email: 'a', password: 'b', remember: true }, { remember: 'Unknown field' }],
  ])('refuses what is no pair of strings: %j', async (input, problems) => {
    expect(refusalOf(await service.api.post('/login', input))).toEqual(invalid(problems as Record<string, string>));
  });

  it('ignores an Authorization header', async () => {
    const { email, password } = company.viewer;
    expect((await service.api.as('nonsense').post('/login', { email, password })).status).toBe(200);
  });

  it.each(['/register', '/login', '/password-reset', '/password-reset/confirm'])(
    '%s is in the auth tier',
    async (path) => {
      expect((await service.api.post(path, {})).headers.get('X-RateLimit-Policy')).toBe('auth');
    },
  );
});

describe('/me', () => {
  it.each(['owner', 'admin', 'member', 'viewer'] as const)('shows the %s their own user', async (role) => {
    const { id, email, name, api } = company[role];
    const { status, body } = await api.get('/me');
    expect([status, body]).toEqual([
      200,
      {
        id,
        email,
        name,
        role: role.toUpperCase(),
        active: true,
        createdAt: TIMESTAMP,
        updatedAt: TIMESTAMP,
        timezone: 'UTC',
        away: null,
        company: { id: company.id, name: expect.stringMatching(/^Company/) },
        agent: null,
      },
    ]);
  });

  it('lets everyone set their time zone', async () => {
    const { api } = company.viewer;
    const set = await api.put('/me', { timezone: 'Asia/Kolkata' });
    expect([set.status, set.body.timezone]).toEqual([200, 'Asia/Kolkata']);
    const refused = await api.put('/me', { timezone: '+05:30' });
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      { timezone: 'Must be an IANA time zone name such as Europe/Kyiv' },
    ]);
    expect((await api.put('/me', { timezone: 'UTC' })).body.timezone).toBe('UTC');
  });

  it('lets everyone say when they are away, which the others see until it is over', async () => {
    const { api, id } = company.viewer;
    const seen = async () => (await company.member.api.get(`/users/${id}`)).body.away;
    const put = async (away: object | null) => {
      const { status, body } = await api.put('/me', { away });
      return [status, status === 200 ? body.away : body.error.details];
    };
    const away = { from: dayIn(-1), until: dayIn(0), note: 'At the sea' };
    expect(await put(away)).toEqual([200, away]);
    expect([await seen(), (await api.get('/me')).body.away]).toEqual([away, away]);
    expect((await api.put('/me', { name: 'Viktor' })).body.away).toEqual(away);
    expect(await put({ from: dayIn(3), until: dayIn(3) })).toEqual([
      200,
      { from: dayIn(3), until: dayIn(3), note: null },
    ]);
    expect(await put({ from: dayIn(-9), until: dayIn(-2) })).toEqual([200, null]);
    expect(await seen()).toBeNull();
    expect((await put({ from: '2027-01-01', until: '2028-01-01' }))[0]).toBe(200);
    const refused = [
      [{ from: '2027-01-01', until: '2028-01-02' }, { 'away.until': 'At most 366 days, from to until' }],
      [{ from: dayIn(1), until: dayIn(0) }, { 'away.until': 'Must not be before from' }],
      [{ from: dayIn(1) }, { 'away.until': 'Required' }],
      [{ from: '2026-02-29', until: dayIn(0) }, { 'away.from': 'Must be a day such as 2026-12-24' }],
      [{ ...away, note: 'x'.repeat(201) }, { 'away.note': 'Must be at most 200 characters' }],
    ] as const;
    for (const [input, details] of refused) expect(await put(input)).toEqual([400, details]);
    expect(await put(null)).toEqual([200, null]);
  });

  it.each(['owner', 'viewer'] as const)('lets the %s change their name', async (role) => {
    const { api } = company[role];
    const { body: before } = await api.get('/me');
    const { status, body } = await api.put('/me', { name: ' New Name ' });
    expect([status, body]).toEqual([200, { ...before, name: 'New Name', updatedAt: body.updatedAt }]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect((await api.get('/me')).body).toEqual(body);
  });

  it.each([undefined, {}, { name: 'Max Member' }])('changes nothing for %j', async (input) => {
    const { api } = company.member;
    const { body: before } = await api.get('/me');
    const { status, body } = await api.put('/me', input);
    expect([status, body]).toEqual([200, before]);
  });

  it.each([
    [{ name: null }, { name: 'Required' }],
    [{ role: 'OWNER' }, { role: 'Unknown field' }],
    [
      { email: 'a@example.com', active: false },
      { email: 'Unknown field', active: 'Unknown field' },
    ],
  ])('refuses bad input: %j', async (input, problems) => {
    expect(refusalOf(await company.member.api.put('/me', input))).toEqual(invalid(problems as Record<string, string>));
  });

  it('needs credentials that are good', async () => {
    const without = await service.api.get('/me');
    expect([without.status, without.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(result(await service.api.as('nonsense').get('/me'))).toEqual(INVALID_TOKEN);
  });
});

describe('PUT /me/password', () => {
  it('ends all sessions at once and answers with a new token', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const newPassword = 'staple battery horse';
    const { status, body } = await user.api.put('/me/password', { currentPassword: user.password, newPassword });
    expect([status, body]).toEqual([200, { token: expect.any(String) }]);
    expect(result(await user.api.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await user.api.as(body.token).get('/me')).status).toBe(200);
    expect((await login(user.email, user.password)).status).toBe(401);
    expect((await login(user.email, newPassword)).status).toBe(200);
  });

  it.each(['not this one', '', 'a\0b', '\ud800', 'x'.repeat(10_000)])('refuses a wrong password: %#', async (wrong) => {
    const { api } = company.member;
    const answer = await api.put('/me/password', { currentPassword: wrong, newPassword: 'long enough' });
    expect(refusalOf(answer)).toEqual(invalid({ currentPassword: 'Wrong password' }));
    expect((await api.get('/me')).status).toBe(200);
  });

  it('lets one of several concurrent requests through', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const answers = await Promise.all(
      ['first password', 'second password', 'third password'].map((newPassword) =>
        user.api.put('/me/password', { currentPassword: user.password, newPassword }),
      ),
    );
    const [changed, ...others] = answers.sort((one, other) => one.status - other.status);
    expect(changed!.status).toBe(200);
    // Those that came late found their token worthless, or the password changed.
    for (const { status } of others) expect([400, 401]).toContain(status);
    expect((await service.api.as(changed!.body.token).get('/me')).status).toBe(200);
  });

  it.each([
    [{}, { currentPassword: 'Required', newPassword: 'Required' }],
    [
      { currentPassword: 7, newPassword: 'short' },
      { currentPassword: 'Expected string', newPassword: expect.any(String) },
    ],
    [{ currentPassword: 'a', newPassword: 'has a \0 inside' }, { newPassword: 'Invalid text' }],
  ])('refuses bad input: %j', async (input, problems) => {
    expect(refusalOf(await company.viewer.api.put('/me/password', input))).toEqual(invalid(problems as never));
  });
});
