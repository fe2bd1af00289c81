import { randomBytes } from 'node:crypto';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { PasskeyDevice, type Wrong } from '../../support/passkey-device.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const ORIGIN = 'https://service.example.com';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let user: TestUser;
let device: PasskeyDevice;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
beforeEach(async () => {
  user = await createUser(company.owner, 'MEMBER');
  device = new PasskeyDevice(ORIGIN);
});
afterAll(() => service.stop());

const INVALID = [401, 'UNAUTHORIZED', 'The passkey is not valid here'];
const options = async () => (await user.api.post('/me/passkeys/options', { password: user.password })).body;
const add = async (name = 'Phone', wrong?: Wrong) =>
  user.api.post('/me/passkeys', { name, response: device.create(await options(), wrong) });
const signInOptions = async () => (await service.api.post('/session/passkey/options')).body;
const signIn = (response: unknown, browser = new Browser(service.api)) =>
  browser.post('/session/passkey', { response });

describe('/me/passkeys', () => {
  it('asks for the password, and says what to make one with', async () => {
    const missing = await user.api.post('/me/passkeys/options', {});
    expect(refusalOf(missing)).toEqual([400, 'VALIDATION_ERROR', { password: 'Required' }]);
    expect(await options()).toMatchObject({
      rp: { id: 'service.example.com' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('adds, lists, renames and removes', async () => {
    const added = await add(' Phone ');
    const passkey = {
      id: expect.any(String),
      name: 'Phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
      synced: false,
    };
    expect(result(added)).toEqual([201, passkey]);
    expect((await user.api.get('/me/passkeys')).body).toEqual([added.body]);
    expect((await company.admin.api.get(`/users/${user.id}`)).body.secondFactor).toBe('passkey');
    const path = `/me/passkeys/${added.body.id}`;
    expect((await user.api.put(path, { name: 'Key' })).body).toEqual({ ...added.body, name: 'Key' });
    for (const { api } of [company.owner, stranger.owner]) {
      expect(refusalOf(await api.put(path, { name: 'Mine' }))).toEqual([404, 'NOT_FOUND', 'Passkey not found']);
    }
    expect((await user.api.send('DELETE', path, { password: user.password })).status).toBe(204);
    expect((await user.api.get('/me/passkeys')).body).toEqual([]);
    const { id } = added.body;
    const entries = (await company.owner.api.get(`/audit-log?action=passkey.*&targetId=${user.id}`)).body;
    expect(entries.map(({ action, changes }: Record<string, unknown>) => [action, changes])).toEqual([
      ['passkey.removed', { passkeys: { added: [], removed: [id] } }],
      ['passkey.added', { passkeys: { added: [id], removed: [] } }],
    ]);
  });

  it.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['nobody was verified', { isVerified: false }],
    ['another ceremony', { type: 'webauthn.get' }],
  ])('refuses what is wrong: %s', async (_, wrong) => {
    expect((await add('Phone', wrong)).status).toBe(400);
    expect((await user.api.get('/me/passkeys')).body).toEqual([]);
  });

  it.each(['android-key', 'apple', 'tpm', 'packed', 'android-safetynet', 'fido-u2f'])(
    'refuses the attestation %s before anything is checked, the challenge too',
    async (format) => {
      const challenge = await options();
      const response = device.create(challenge, { format });
      const refused = await user.api.post('/me/passkeys', { name: 'Phone', response });
      const details = { response: 'The passkey is not valid; begin again' };
      expect(refusalOf(refused)).toEqual([400, 'VALIDATION_ERROR', details]);
      const plain = await user.api.post('/me/passkeys', { name: 'Phone', response: device.create(challenge) });
      expect(plain.status).toBe(201);
    },
  );

  it('takes a challenge once, of its own user and for adding alone', async () => {
    const challenge = await options();
    const response = device.create(challenge);
    expect((await company.owner.api.post('/me/passkeys', { name: 'Theirs', response })).status).toBe(400);
    expect((await user.api.post('/me/passkeys', { name: 'Mine', response })).status).toBe(201);
    expect((await user.api.post('/me/passkeys', { name: 'Again', response })).status).toBe(400);
    const other = new PasskeyDevice(ORIGIN).create({ ...challenge, ...(await signInOptions()) });
    expect((await user.api.post('/me/passkeys', { name: 'Other', response: other })).status).toBe(400);
    const late = await options();
    await service.database.rows('UPDATE passkey_challenges SET expires_at = now()');
    const tooLate = new PasskeyDevice(ORIGIN).create(late);
    expect((await user.api.post('/me/passkeys', { name: 'Late', response: tooLate })).status).toBe(400);
  });

  it.each([null, 7, 'x', [], {}, { id: 'x' }, { id: 'x', response: {} }])('answers 400 to %j', async (response) => {
    expect((await user.api.post('/me/passkeys', { name: 'Phone', response })).status).toBe(400);
  });

  it('keeps the transports that it knows the form of, and refuses an id that is too long', async () => {
    const odd = device.create(await options()) as { response: object };
    const transports = ['\u0000', 'usb', 'x'.repeat(50_000)];
    const response = { ...odd, response: { ...odd.response, transports } };
    const added = await user.api.post('/me/passkeys', { name: 'Phone', response });
    expect(added.status).toBe(201);
    const stored = 'SELECT transports FROM passkeys WHERE id = $1';
    expect(await service.database.rows(stored, [added.body.id])).toEqual([{ transports: ['usb'] }]);
    for (const [bytes, status] of [
      [1_023, 201],
      [1_024, 400],
      [20_000, 400],
    ] as const) {
      device = new PasskeyDevice(ORIGIN, randomBytes(bytes));
      expect([bytes, (await add()).status]).toEqual([bytes, status]);
    }
  });

  it('knows at most 20 of a user', async () => {
    await service.database.rows(
      `INSERT INTO passkeys SELECT $1, gen_random_uuid(), $2, 'Key', n::text, '', 0, '{}', false, NULL, now(), now()
        FROM generate_series(1, 20) n`,
      [company.id, user.id],
    );
    expect((await user.api.post('/me/passkeys/options', { password: user.password })).status).toBe(409);
  });

  it('is closed to API keys', async () => {
    const { api } = await createApiKey(user);
    const answers = [
      await api.get('/me/passkeys'),
      await api.post('/me/passkeys/options', {}),
      await api.put(`/me/passkeys/${UNKNOWN_ID}`, { name: 'x' }),
    ];
    expect(answers.map(result)).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  });
});

describe('signing in by a passkey', () => {
  it('asks nobody who they are, and counts as both factors', async () => {
    await add();
    const browser = new Browser(service.api);
    const answer = await signIn(device.get(await signInOptions()), browser);
    expect([answer.status, answer.body.user.id]).toEqual([200, user.id]);
    expect((await browser.get('/me/sessions')).body).toMatchObject([{ method: 'passkey', current: true }]);
    expect((await user.api.get('/me/passkeys')).body[0].lastUsedAt).not.toBeNull();
    expect(answer.headers.get('X-RateLimit-Policy')).toBe('auth');
  });

  it.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['nobody was verified', { isVerified: false }],
    ['another ceremony', { type: 'webauthn.create' }],
  ])('refuses what is wrong: %s', async (_, wrong) => {
    await add();
    expect(refusalOf(await signIn(device.get(await signInOptions(), wrong)))).toEqual(INVALID);
  });

  it('takes a challenge once, and none that was made for adding', async () => {
    await add();
    const response = device.get(await signInOptions());
    const answers = await Promise.all([signIn(response), signIn(response)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(refusalOf(await signIn(device.get(await options())))).toEqual(INVALID);
  });

  it('refuses unknown and removed passkeys, deactivated users, and nonsense', async () => {
    const { body } = await add();
    expect((await signIn(new PasskeyDevice(ORIGIN).get(await signInOptions()))).status).toBe(401);
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    expect(refusalOf(await signIn(device.get(await signInOptions())))).toEqual(INVALID);
    await company.owner.api.put(`/users/${user.id}`, { active: true });
    const { token } = (await service.api.post('/login', { email: user.email, password: user.password })).body;
    await service.api.as(token).send('DELETE', `/me/passkeys/${body.id}`, { password: user.password });
    expect(refusalOf(await signIn(device.get(await signInOptions())))).toEqual(INVALID);
    for (const response of ['x', 7, [], {}, { id: 'x', response: {} }, { id: 'x', response: { userHandle: 'x' } }]) {
      expect(refusalOf(await signIn(response))).toEqual(INVALID);
    }
  });
});

it('there are none at an IP address', async () => {
  const other = await startTestService({ publicUrl: 'https://192.0.2.1' }, service.database);
  const api = other.api.as(user.token);
  expect((await api.post('/me/passkeys/options', { password: user.password })).status).toBe(400);
  expect((await other.api.post('/session/passkey/options')).status).toBe(401);
  await other.stop();
});
