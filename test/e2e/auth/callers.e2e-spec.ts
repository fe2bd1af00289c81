import { Passwords } from '#core/access/passwords.js';
import type { Permission } from '#core/access/permissions.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';

/** Of the changes that see their caller as of now. */
const PERMISSIONS: Permission[] = [
  'company:write',
  'colleagues:run',
  'colleagues:write',
  'lanes:write',
  'fields:write',
  'teams:write',
  'users:write',
  'webhooks:administer',
];

/** Changes of one company that are carried out at once. */
const AT_ONCE = 6;
const WHERE_CALLER = 'WHERE company_id = $1 AND id = $2';

let database: TestDatabase;
let service: TestService;
let company: TestCompany;
let changes: Operation[];
beforeAll(async () => {
  database = await TestDatabase.create();
  await database.keepDeadlocks();
  service = await startTestService({ databasePoolSize: 60 }, database);
  company = await createCompany(service.api);
  changes = (await findOperations(service.api)).filter(
    // A preview or a test changes nothing, what someone thinks is their own, and a mute is a change of its task.
    ({ method, path, permission }) =>
      method !== 'GET' &&
      permission &&
      PERMISSIONS.includes(permission) &&
      !/(preview|feedback|test-message|mute)$/.test(path),
  );
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

/**
 * Sends requests, and makes the change once all of them are let in and wait for their caller; gives the answers. The change
 * is SQL about the company `$1` and its user `$2`.
 */
async function whileWaiting(
  companyId: string,
  caller: TestUser,
  requests: (() => Promise<Answer>)[],
  change: string,
): Promise<Answer[]> {
  const ids = [companyId, caller.id];
  await database.rows('BEGIN');
  await database.rows('SELECT FROM users WHERE company_id = $1 AND id = $2 FOR UPDATE', ids);
  const answers = requests.map((send) => send());
  await database.lockWaits(requests.length);
  await database.rows(change, ids);
  await database.rows('COMMIT');
  return Promise.all(answers);
}

/** What a company may do at the same time: more would wait for each other, and not for their caller. */
const parts = () =>
  Array.from({ length: Math.ceil(changes.length / AT_ONCE) }, (_, part) =>
    changes.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
const sendAll = (api: Api, operations: Operation[]) =>
  operations.map((operation) => () => {
    const path = fill(operation, Array<string>(operation.parameters.length).fill(UNKNOWN_ID));
    return api.send(operation.method, path, operation.body);
  });
const named = (answers: Answer[]) => answers.map((answer, index) => [changes[index]!.name, ...result(answer)]);

describe('a change by a caller who loses the right meanwhile', () => {
  it('covers every administered resource', () => {
    expect(changes.length).toBeGreaterThan(15);
  });

  it.each([
    ['deactivated', `UPDATE users SET active = false ${WHERE_CALLER}`, INVALID_TOKEN],
    ['logged out', `UPDATE users SET credential_version = credential_version + 1 ${WHERE_CALLER}`, INVALID_TOKEN],
    ['demoted', `UPDATE users SET role = 'VIEWER' ${WHERE_CALLER}`, FORBIDDEN],
    [
      'of a company that was deactivated',
      `UPDATE companies SET active = false WHERE id = $1 AND EXISTS (SELECT FROM users ${WHERE_CALLER})`,
      INVALID_TOKEN,
    ],
  ])('and is %s meanwhile is refused, whatever it is', async (_what, change, refusal) => {
    const answers: Answer[] = [];
    for (const part of parts()) {
      const { id, admin } = await createCompany(service.api);
      answers.push(...(await whileWaiting(id, admin, sendAll(admin.api, part), change)));
    }
    expect(named(answers)).toEqual(changes.map(({ name }) => [name, ...refusal]));
  });

  it('with a key that is revoked meanwhile is refused', async () => {
    const answers: Answer[] = [];
    for (const part of parts()) {
      const admin = await createUser(company.owner, 'ADMIN');
      const { api } = await createApiKey(admin);
      const change = 'UPDATE api_keys SET revoked_at = now() WHERE company_id = $1 AND user_id = $2';
      answers.push(...(await whileWaiting(company.id, admin, sendAll(api, part), change)));
    }
    expect(named(answers)).toEqual(changes.map(({ name }) => [name, ...INVALID_TOKEN]));
  });

  it('of the own profile, password and keys is refused once deactivated', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const { id, api } = await createApiKey(user);
    const { password: currentPassword } = user;
    const requests = [
      () => user.api.put('/me', { name: 'Nobody' }),
      () => api.put('/me', { name: 'Nobody' }),
      () => user.api.put('/me/password', { currentPassword, newPassword: 'another one altogether' }),
      () => user.api.post('/api-keys', { name: 'One more' }),
      () => user.api.delete(`/api-keys/${id}`),
      () => api.delete(`/api-keys/${id}`),
    ];
    const change = `UPDATE users SET active = false ${WHERE_CALLER}`;
    const answers = await whileWaiting(company.id, user, requests, change);
    expect(answers.map(result)).toEqual(requests.map(() => INVALID_TOKEN));
  });

  it('answers 404 for a key that the caller may no longer see', async () => {
    const admin = await createUser(company.owner, 'ADMIN');
    const { id } = await createApiKey(company.member);
    const change = `UPDATE users SET role = 'MEMBER' ${WHERE_CALLER}`;
    const [answer] = await whileWaiting(company.id, admin, [() => admin.api.delete(`/api-keys/${id}`)], change);
    expect(refusalOf(answer!)).toEqual([404, 'NOT_FOUND', 'API key not found']);
  });

  it('makes no OWNER once its OWNER is an ADMIN', async () => {
    const owner = await createUser(company.owner, 'OWNER');
    const email = 'too-late@example.com';
    const [made, promoted, renamed] = await whileWaiting(
      company.id,
      owner,
      [
        () => owner.api.post('/users', { email, name: 'Too late', role: 'OWNER' }),
        () => owner.api.put(`/users/${company.member.id}`, { role: 'OWNER' }),
        () => owner.api.put(`/users/${company.owner.id}`, { name: 'Renamed' }),
      ],
      `UPDATE users SET role = 'ADMIN' ${WHERE_CALLER}`,
    );
    expect([made!, promoted!, renamed!].map(result)).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  });

  it('and is deactivated while passwords are hashed makes no user', async () => {
    const owner = await createUser(company.owner, 'OWNER');
    const { password } = owner;
    const { turns } = service.app.get<Passwords, { turns: ConcurrencyLimit }>(Passwords);
    const held = ['one', 'one', 'another', 'another'].map((client) => turns.tryTake(client));
    const waiting = owner.api.post('/users', { email: 'queued@example.com', name: 'Queued', role: 'OWNER', password });
    await eventually('its password waits to be hashed', () => turns.use.waiting === 1);
    expect((await company.owner.api.put(`/users/${owner.id}`, { active: false })).status).toBe(200);
    for (const release of held) release?.();
    expect(result(await waiting)).toEqual(INVALID_TOKEN);
    const { body } = await company.owner.api.get<TestUser[]>('/users?page=1&limit=200');
    expect(JSON.stringify(body)).not.toContain('queued@');
  });
});

describe('changes at once', () => {
  it('of each other, and of their resources, never deadlock', async () => {
    const { owner } = await createCompany(service.api);
    const owners = [owner, await createUser(owner, 'OWNER'), await createUser(owner, 'OWNER')];
    const keys = await Promise.all(owners.map((user) => createApiKey(user)));
    const answers = await times(90, (number) => {
      const [user, other, third] = [0, 1, 2].map((step) => (number + step) % 3) as [number, number, number];
      const { api } = number % 2 ? keys[user]! : owners[user]!;
      const kinds = [
        () => api.put(`/users/${owners[other]!.id}`, { name: `Name ${number}` }),
        () => api.put('/me', { name: `Name ${number}` }),
        () => api.post('/users', { email: `circle-${number}@example.com`, name: 'Circle', role: 'VIEWER' }),
        () => owners[user]!.api.post('/api-keys', { name: 'One more' }),
        () => api.put(`/users/${owners[third]!.id}`, { role: 'OWNER', name: `Name ${number}` }),
        () => api.put('/company', { name: `Name ${number}` }),
      ];
      return kinds[Math.floor(number / 3) % kinds.length]!();
    });
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201]);
    const revoked = await Promise.all(
      keys.map(({ api }, index) => api.delete(`/api-keys/${keys[(index + 1) % keys.length]!.id}`)),
    );
    for (const { status } of revoked) expect([204, 401]).toContain(status);
  });
});
