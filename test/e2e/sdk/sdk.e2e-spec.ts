import { ApiError, type Client, createClient } from '../../../sdk/src/sdk.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { FaultyProxy } from '../../support/faulty-proxy.js';
import { withProxiedClient } from '../../support/proxied-client.js';

let company: TestCompany;
let proxy: FaultyProxy;
let client: Client;
withProxiedClient((given) => ({ company, proxy, client } = given));

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    (value) => ({ value }),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

/** Asked for by the client in these milliseconds at most, so that the tests of retries are short. */
const TOO_MANY = { kind: 'answer', status: 429, headers: { 'Retry-After': '0' } } as const;

describe('a method', () => {
  it('returns the body of the answer, and nothing for 204', async () => {
    const label = await client.createLabel({ body: { name: 'Bug', color: '#FF0000' } });
    expect(label).toMatchObject({ name: 'Bug', color: '#FF0000' });
    expect(await client.getLabel({ path: { id: label.id } })).toEqual(label);
    expect(await client.updateLabel({ path: { id: label.id }, body: { name: 'Defect' } })).toMatchObject({
      name: 'Defect',
    });
    await expect(client.deleteLabel({ path: { id: label.id } })).resolves.toBeUndefined();
  });

  it('returns a list as an array, and a page in its envelope', async () => {
    const whole = await client.listUsers();
    expect(whole.map(({ role }) => role)).toEqual(['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']);
    const page = await client.listUsers({ query: { page: 2, limit: 3 } });
    expect(page.data.map(({ role }) => role)).toEqual(['VIEWER']);
    expect(page.meta.pagination.total).toBe(4);
  });

  it('sends the bytes of a file as they are', async () => {
    const project = { name: 'Sent', key: 'SENT' };
    const { id } = await client.createImport({ body: { source: 'csv', project } });
    const body = new Blob(['title\nOne\n'], { type: 'text/csv' });
    expect(await client.uploadImport({ path: { id }, body })).toMatchObject({ id, state: 'waiting' });
    expect(await client.checkImport({ path: { id } })).toMatchObject({ state: 'checking' });
  });

  it('gets the token from a function, or uses an API key', async () => {
    const tokens = [company.member.token, company.viewer.token];
    const changing = createClient({ baseUrl: `${proxy.baseUrl}/`, token: () => Promise.resolve(tokens.shift()!) });
    expect((await changing.getMe()).role).toBe('MEMBER');
    expect((await changing.getMe()).role).toBe('VIEWER');
    const { key } = await client.createApiKey({ body: { name: 'SDK' } });
    expect((await createClient({ baseUrl: proxy.baseUrl, apiKey: key }).getMe()).role).toBe('OWNER');
  });

  it('can be asked for by its method and path', async () => {
    const [{ id } = { id: '' }] = await client.listUsers();
    expect(await client.request('GET /users/{id}', { path: { id } })).toMatchObject({ id, role: 'OWNER' });
    await expect(client.request('GET /users/{id}')).rejects.toThrow('path.id is missing');
  });

  it('rejects when its path is incomplete', async () => {
    await expect(client.getLabel({ path: { id: '' } })).rejects.toThrow('path.id is missing');
    expect(proxy.seen).toEqual([]);
  });

  it('waits for a late answer, and for no longer than its signal', async () => {
    proxy.faults.push({ kind: 'late', milliseconds: 300 }, { kind: 'late', milliseconds: 5_000 });
    expect((await client.getMe()).role).toBe('OWNER');
    await expect(client.getMe({ signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
    expect(proxy.seen).toHaveLength(2);
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('enough');
    await expect(client.getMe({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('ApiError', () => {
  it('has the fields of the envelope', async () => {
    const error = await errorOf(client.createLabel({ body: { name: '' } }));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(error.details).toEqual({ name: 'Must be at least 1 character' });
    expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gives a flat error the code of its status', async () => {
    const error = await errorOf(client.getTask({ path: { id: '01890000-0000-7000-8000-00000000000a' } }));
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Task not found' });
    expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is a NETWORK_ERROR of status 0 without an answer', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:2/api', maxRetries: 0 });
    expect(await errorOf(nowhere.getHealth())).toMatchObject({ status: 0, code: 'NETWORK_ERROR' });
  });

  it('says that the answer came from another server', async () => {
    proxy.faults.push({ kind: 'answer', status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' });
    expect((await errorOf(client.getMe())).message).toContain('is not the API');
  });
});

describe('a retry', () => {
  it('follows 429, 503, 409 with Retry-After and broken connections', async () => {
    proxy.faults.push(TOO_MANY, { kind: 'answer', status: 503 }, { kind: 'unsent' }, { kind: 'cut', after: 20 });
    expect((await client.getMe()).role).toBe('OWNER');
    proxy.faults.push({ kind: 'answer', status: 409, headers: { 'Retry-After': '0' } });
    expect((await client.getMe()).role).toBe('OWNER');
    expect(proxy.seen).toHaveLength(7);
  });

  it('gives up after maxRetries', async () => {
    const impatient = createClient({ baseUrl: proxy.baseUrl, token: company.owner.token, maxRetries: 1 });
    proxy.faults.push({ kind: 'answer', status: 503 }, { kind: 'answer', status: 503 });
    expect((await errorOf(impatient.getMe())).status).toBe(503);
    expect(proxy.seen).toHaveLength(2);
  });

  it.each([
    ['a wait of more than 60 s', 429, { 'Retry-After': '61' }],
    ['500', 500, {}],
    ['409 that says nothing of later', 409, {}],
    ['404', 404, {}],
  ])('does not follow %s', async (_name, status, headers) => {
    proxy.faults.push({ kind: 'answer', status, headers: headers });
    expect((await errorOf(client.getMe())).status).toBe(status);
    expect(proxy.seen).toHaveLength(1);
  });

  it.each(['scanColleague', 'aiCheckColleague'] as const)('does not follow the 503 of %s', async (id) => {
    proxy.faults.push({ kind: 'answer', status: 503 });
    expect((await errorOf(client[id]({ path: { id: company.id } }))).status).toBe(503);
    expect(proxy.seen).toHaveLength(1);
  });

  it('sends a POST again with its Idempotency-Key, and another POST with another', async () => {
    proxy.faults.push({ kind: 'unsent' }, TOO_MANY);
    await client.createTeam({ body: { name: 'A' } });
    await client.createTeam({ body: { name: 'B' } });
    const [first, second, third, next] = proxy.seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  it('treats the 404 of a repeated DELETE as success', async () => {
    const { id } = await client.createTeam({ body: { name: 'Gone' } });
    proxy.faults.push({ kind: 'unanswered' });
    await expect(client.deleteTeam({ path: { id } })).resolves.toBeUndefined();
    expect((await errorOf(client.deleteTeam({ path: { id } }))).status).toBe(404);
  });
});

describe('listAll', () => {
  it('goes through all pages', async () => {
    const project = await client.createProject({ body: { name: 'Long' } });
    const titles = Array.from({ length: 5 }, (_, index) => `Task ${index}`);
    for (const title of titles) await client.createTask({ body: { title, projectId: project.id } });
    const found: string[] = [];
    const query = { projectId: [project.id], limit: 2, sortBy: 'createdAt' as const, sortOrder: 'asc' as const };
    proxy.seen.length = 0;
    for await (const task of client.listAll('listTasks', { query })) found.push(task.title);
    expect(found).toEqual(titles);
    expect(proxy.seen).toHaveLength(3);
  });
});
