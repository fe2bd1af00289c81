import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { bodyOf, createConnection, sendFrom, SIGNED, type TestConnection, type Json } from '../../support/forge.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const NO_CONNECTION = [404, 'NOT_FOUND', 'Code connection not found'];
const RULES = { onOpen: 'In Progress', onReview: 'In Review', onMerge: 'Done', branches: ['default'] };

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

const pathOf = ({ id }: { id: string }): string => `/code-connections/${id}`;
const deliveriesOf = async ({ owner }: TestCompany, connection: TestConnection) =>
  (await owner.api.get(`${pathOf(connection)}/deliveries`)).body as Json[];

/** Sends bytes with these headers alone. */
const send = (id: string, text: string, headers: Record<string, string>) =>
  new Api(service.baseUrl).post(`/code/${id}`, text, { headers });

describe('code connections', () => {
  it('are made with all that one may say of them, and show their secret once', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const input = {
      name: 'GitHub',
      provider: 'github',
      projectIds: [projectId],
      rules: { onOpen: null, branches: ['main', 'release/*'] },
      active: false,
      secret: 'a secret of 16 c',
    };
    const { status, body } = await owner.api.post('/code-connections', input);
    const { id, createdAt, updatedAt, secret, ...shown } = body;
    expect([status, secret]).toEqual([201, input.secret]);
    expect(shown).toEqual({
      name: 'GitHub',
      provider: 'github',
      projectIds: [projectId],
      active: false,
      rules: { ...RULES, ...input.rules },
      url: expect.stringMatching(new RegExp(`^https://[^/]+/api/code/${id}$`)),
      health: { lastAt: null, lastRefusedAt: null, lastError: null },
    });
    expect((await owner.api.get(pathOf(body))).body).toEqual({ id, createdAt, updatedAt, ...shown });
    expect((await owner.api.get('/code-connections')).body).toContainEqual({ id, createdAt, updatedAt, ...shown });
  });

  it('make a secret where none is given, and have the usual rules', async () => {
    const { secret, rules, active } = await createConnection(company.owner);
    expect([rules, active]).toEqual([RULES, true]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('are changed: rules merge, and what was read can be written back', async () => {
    const { owner } = company;
    const connection = await createConnection(owner);
    const changed = await owner.api.put(pathOf(connection), { name: 'New', rules: { onReview: null } });
    expect([changed.status, changed.body.name, changed.body.rules]).toEqual([200, 'New', { ...RULES, onReview: null }]);
    const read = (await owner.api.get(pathOf(connection))).body;
    expect(result(await owner.api.put(pathOf(connection), read))).toEqual([200, read]);
    const other = await owner.api.put(pathOf(connection), { provider: 'gitlab' });
    expect(refusalOf(other)).toEqual([400, 'VALIDATION_ERROR', { provider: 'Cannot be changed' }]);
  });

  it.each<[object, object]>([
    [{ name: undefined }, { name: 'Required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Must be at most 100 characters' }],
    [{ provider: 'svn' }, { provider: 'Must be one of: github, gitlab, gitea, forgejo, bitbucket' }],
    [{ secret: 'x'.repeat(15) }, { secret: 'Must be at least 16 characters' }],
    [{ secret: 'x'.repeat(257) }, { secret: 'Must be at most 256 characters' }],
    [{ rules: { branches: [] } }, { 'rules.branches': 'Must hold 1 to 20 branches' }],
    [{ rules: { branches: ['a*b*'] } }, { 'rules.branches': 'Must hold one * at most' }],
    [{ rules: { onMerge: 'x'.repeat(101) } }, { 'rules.onMerge': 'Must be at most 100 characters' }],
  ])('refuse %j', async (wrong, details) => {
    const input = { name: 'GitHub', provider: 'github', projectIds: [], ...wrong };
    expect(refusalOf(await company.owner.api.post('/code-connections', input))).toEqual([
      400,
      'VALIDATION_ERROR',
      details,
    ]);
  });

  it('are for ADMIN and OWNER alone, of their own company', async () => {
    const { owner, admin, member } = company;
    const connection = await createConnection(admin);
    const other = await createCompany(service.api);
    const { id: foreignProject } = await createProject(other.owner);
    for (const path of [pathOf(connection), `${pathOf(connection)}/deliveries`]) {
      expect(result(await member.api.get(path))).toEqual(FORBIDDEN);
      expect(refusalOf(await other.owner.api.get(path))).toEqual(NO_CONNECTION);
    }
    expect(refusalOf(await other.owner.api.put(pathOf(connection), { name: 'x' }))).toEqual(NO_CONNECTION);
    expect(refusalOf(await other.owner.api.delete(pathOf(connection)))).toEqual(NO_CONNECTION);
    const input = { name: 'GitHub', provider: 'github', projectIds: [foreignProject] };
    expect((await owner.api.post('/code-connections', input)).status).toBe(404);
  });

  it('are at most 50', async () => {
    const { owner } = await createCompany(service.api);
    for (let made = 0; made < 50; made += 1) await createConnection(owner);
    const input = { name: 'One more', provider: 'github', projectIds: [] };
    expect(refusalOf(await owner.api.post('/code-connections', input))).toEqual([
      409,
      'CONFLICT',
      'A company has at most 50 code connections; delete one first',
    ]);
  });

  it('are audited, without secrets', async () => {
    const { owner } = await createCompany(service.api);
    const connection = await createConnection(owner);
    await owner.api.put(pathOf(connection), { active: false });
    await owner.api.post(`${pathOf(connection)}/rotate-secret`, {});
    await owner.api.delete(pathOf(connection));
    const entries = (await owner.api.get('/audit-log')).body.data ?? (await owner.api.get('/audit-log')).body;
    const own = entries.filter(({ action }: Json) => action.startsWith('code_connection.'));
    expect(own.map(({ action }: Json) => action).sort()).toEqual([
      'code_connection.changed',
      'code_connection.created',
      'code_connection.deleted',
      'code_connection.secret_rotated',
    ]);
    expect(JSON.stringify(own)).not.toContain(connection.secret);
  });
});

describe('what comes in', () => {
  const rotate = (connection: TestConnection, input: object) =>
    company.owner.api.post(`${pathOf(connection)}/rotate-secret`, input);
  const { headers, body } = bodyOf('github-ping', 'X-1');
  const text = JSON.stringify(body);

  it.each(['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const)(
    'must be signed as %s does',
    async (provider) => {
      const connection = await createConnection(company.owner, { provider });
      const { id, secret } = connection;
      const signed = SIGNED[provider](secret, text);
      expect((await send(id, text, { ...headers, ...signed })).status).toBe(202);
      for (const wrong of [{}, SIGNED[provider]('another secret', text), SIGNED[provider](secret, `${text} `)]) {
        if (provider === 'gitlab' && Object.values(wrong)[0] === secret) continue;
        expect(result(await send(id, text, { ...headers, ...wrong }))).toEqual(INVALID_TOKEN);
      }
      for (const other of ['github', 'gitlab', 'gitea', 'bitbucket'] as const) {
        const isAlike = other === provider || [other, provider].every((one) => ['gitea', 'forgejo'].includes(one));
        const isTaken = isAlike || (other === 'github' && ['gitea', 'forgejo'].includes(provider));
        const { status } = await send(id, text, { ...headers, ...SIGNED[other](secret, text) });
        expect([other, status]).toEqual([other, isTaken ? 202 : 401]);
      }
      const { health } = (await company.owner.api.get(pathOf(connection))).body;
      expect(health).toEqual({
        lastAt: expect.any(String),
        lastRefusedAt: expect.any(String),
        lastError: expect.stringMatching(/signature/),
      });
    },
  );

  it('is signed by GitLab as Standard Webhooks say, for five minutes', async () => {
    const { id, secret } = await createConnection(company.owner, { provider: 'gitlab' });
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = (seconds: number, bytes = text) => {
      const timestamp = Math.floor(Date.now() / 1_000) + seconds;
      const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${bytes}`).digest('base64');
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,AAAA v1,${signature}`,
      };
    };
    expect((await send(id, text, signed(0))).status).toBe(202);
    expect((await send(id, text, signed(-310))).status).toBe(401);
    expect((await send(id, text, signed(310))).status).toBe(401);
    expect((await send(id, text, signed(0, `${text} `))).status).toBe(401);
    // A wrong signature is not mended by the right token.
    expect((await send(id, text, { ...signed(-310), 'X-Gitlab-Token': secret })).status).toBe(401);
  });

  it('is good with the previous secret, too, while that is kept', async () => {
    const connection = await createConnection(company.owner);
    const { body: rotated } = await rotate(connection, {});
    expect([rotated.secret, Date.parse(rotated.previousValidUntil) > Date.now()]).toEqual([
      expect.stringMatching(/^whsec_/),
      true,
    ]);
    const statusOf = async (secret: string) =>
      (await send(connection.id, text, { ...headers, ...SIGNED.github(secret, text) })).status;
    expect([await statusOf(connection.secret), await statusOf(rotated.secret)]).toEqual([202, 202]);
    await rotate(connection, { secret: 'the third secret', keepPreviousHours: 0 });
    expect([await statusOf(rotated.secret), await statusOf('the third secret')]).toEqual([401, 202]);
  });

  it('is refused where nobody is', async () => {
    for (const id of [UNKNOWN_ID, 'nothing', '%00']) {
      expect((await send(id, text, headers)).status).toBe(404);
    }
    const connection = await createConnection(company.owner);
    await company.owner.api.delete(pathOf(connection));
    expect((await sendFrom(service, connection, { headers, body })).status).toBe(404);
  });

  it.each<[string, number, (connection: TestConnection) => Promise<unknown>]>([
    ['was removed', 404, (connection) => company.owner.api.delete(pathOf(connection))],
    ['has another secret', 401, (connection) => rotate(connection, { keepPreviousHours: 0 })],
  ])('is refused when the connection %s while it came', async (_name, status, change) => {
    const connection = await createConnection(company.owner);
    const large = JSON.stringify({ zen: 'x'.repeat(100_000) });
    const signed = { ...headers, ...SIGNED.github(connection.secret, large), 'X-Forwarded-Proto': 'https' };
    const url = new URL(`/api/code/${connection.id}`, service.baseUrl);
    const sent = open(url, { method: 'POST', headers: { ...signed, 'Content-Length': large.length } });
    const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(large.slice(0, 99_000));
    const bodies = () => service.app.get(ConcurrencyLimits).use('code-bodies');
    await eventually('the body is under way', () => bodies().held === 1);
    await change(connection);
    sent.end(large.slice(99_000));
    const [response] = await answer;
    response.resume();
    expect(response.statusCode).toBe(status);
  });

  it('is refused when it has more than 5 MiB', async () => {
    const connection = await createConnection(company.owner);
    const of = (length: number) => sendFrom(service, connection, { headers, body: `"${'x'.repeat(length - 2)}"` });
    expect((await of(5 * 1024 * 1024)).status).toBe(202);
    expect(refusalOf(await of(5 * 1024 * 1024 + 1))).toEqual([
      400,
      'INVALID_INPUT',
      'The request body must not be larger than 5 MiB',
    ]);
  });

  it('is kept with the reason why it was ignored', async () => {
    const connection = await createConnection(company.owner, { provider: 'github' });
    const sent: [string, Json][] = [
      ['no-json', { headers, body: 'no JSON' }],
      ['array', { headers: { ...headers, 'X-GitHub-Event': 'push' }, body: '[]' }],
      ['other', { headers: { ...headers, 'X-GitHub-Event': 'fork' }, body: {} }],
      ['no-task', bodyOf('github-pull_request-opened', 'NOPE-1')],
    ];
    for (const [delivery, request] of sent) {
      expect((await sendFrom(service, connection, request, delivery)).status).toBe(202);
    }
    await company.owner.api.put(pathOf(connection), { active: false });
    await sendFrom(service, connection, { headers, body }, 'inactive');
    const deliveries = await deliveriesOf(company, connection);
    expect(deliveries.map(({ deliveryId, status, reason }) => [deliveryId, status, reason])).toEqual([
      ['inactive', 'ignored', 'the connection is inactive'],
      ['no-task', 'ignored', 'no task'],
      ['other', 'ignored', 'no event of GitHub that is read'],
      ['array', 'ignored', 'no event of GitHub that is read'],
      ['no-json', 'ignored', 'no JSON'],
    ]);
  });

  it('is read as a form, too', async () => {
    const connection = await createConnection(company.owner);
    const form = `payload=${encodeURIComponent(text)}`;
    const type = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await sendFrom(service, connection, { headers: type, body: form })).status).toBe(202);
    const [delivery] = await deliveriesOf(company, connection);
    expect([delivery.event, delivery.status]).toEqual(['ping', 'applied']);
  });

  it('counts once, and is read anew when it was ignored', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const task = await createTask(owner, projectId);
    const connection = await createConnection(owner);
    const opened = bodyOf('github-pull_request-opened', task.tid);
    await owner.api.put(pathOf(connection), { active: false });
    await sendFrom(service, connection, opened, 'one');
    await owner.api.put(pathOf(connection), { active: true });
    await sendFrom(service, connection, opened, 'one');
    expect((await owner.api.get(`/tasks/${task.id}`)).body.status).toBe('In Progress');
    await owner.api.put(`/tasks/${task.id}`, { status: 'To Do' });
    await sendFrom(service, connection, opened, 'one');
    expect((await owner.api.get(`/tasks/${task.id}`)).body.status).toBe('To Do');
    expect(await deliveriesOf(company, connection)).toHaveLength(1);
  });

  it('is the same without a name when its bytes are', async () => {
    const connection = await createConnection(company.owner);
    const signed = SIGNED.github(connection.secret, text);
    for (let time = 0; time < 2; time += 1) await send(connection.id, text, { ...headers, ...signed });
    expect(await deliveriesOf(company, connection)).toMatchObject([
      { deliveryId: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it('is taken whatever it holds', async () => {
    const connection = await createConnection(company.owner);
    const names = ['github-pull_request-opened', 'github-push', 'github-check_suite-completed', 'github-status'];
    const junk = [null, 0, -1, 1e308, '', '\0', '\ud800', [], {}, true, 'x'.repeat(70_000), '9999999-99-99T99:99:99Z'];
    for (const name of names) {
      const request = bodyOf(name, 'X-1');
      for (const [index, wrong] of pathsOf(request.body).slice(0, 60).entries()) {
        const changed = structuredClone(request.body);
        put(changed, wrong, junk[index % junk.length]);
        const { status } = await sendFrom(service, connection, { ...request, body: changed }, randomUUID());
        expect([name, wrong, status]).toEqual([name, wrong, 202]);
      }
    }
    const pending = await service.database.rows(`SELECT * FROM code_deliveries WHERE status = 'pending'`);
    expect(pending).toEqual([]);
  });
});

/** The paths of all values of a body. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key])),
  ];
}

function put(body: Json, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce((inner, key) => inner[key], body);
  parent[path.at(-1) as string] = value;
}

it('VIEWER reads what tasks have, and nothing of connections', async () => {
  const viewer = await createUser(company.owner, 'VIEWER');
  expect(result(await viewer.api.get('/code-connections'))).toEqual(FORBIDDEN);
});
