import { randomUUID } from 'node:crypto';
import { Secrets } from '#core/secrets/secrets.js';
import { SUBSCRIPTIONS } from '#modules/webhooks/settings/webhook-subscriptions.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createWebhook, type TestWebhook } from '../../factories/webhook.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Webhook not found'];
const URL_REFUSED = 'Must not point to a private or special address';
const NOTHING_KEPT = 'X-B: There is no value that *** could keep; give one';
const EVENTS_REFUSED = `Must be one of: ${SUBSCRIPTIONS.join(', ')}`;
const MINIMAL = { url: 'https://example.org/hook', events: ['task.created'], secret: 's' };

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies({ outboundAllowedCidrs: [] })));
afterAll(() => service.stop());

const create = (input: object) => company.admin.api.post('/webhooks', { ...MINIMAL, ...input });
const put = ({ id }: { id: string }, input: object) => company.admin.api.put(`/webhooks/${id}`, input);
const get = async ({ id }: { id: string }) => (await company.admin.api.get<TestWebhook>(`/webhooks/${id}`)).body;

/** What is stored of a webhook's secrets, opened. */
async function storedSecrets({ id }: { id: string }): Promise<{ secret: string; values: string[]; raw: string }> {
  const [row] = await service.database.rows<{ secret: string; header_values: string }>(
    'SELECT * FROM webhooks WHERE id = $1',
    [id],
  );
  const secrets = new Secrets(service.configuration);
  const open = (text: string, column: string) =>
    secrets.decrypt(text, { table: 'webhooks', column, companyId: company.id, id });
  return {
    secret: open(row!.secret, 'secret'),
    values: JSON.parse(open(row!.header_values, 'header_values')),
    raw: JSON.stringify(row),
  };
}

describe('POST /webhooks', () => {
  it('subscribes with the required fields, and has the defaults of the specification', async () => {
    const { status, body } = await company.admin.api.post('/webhooks', MINIMAL);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        url: MINIMAL.url,
        events: ['task.created'],
        projectId: null,
        active: true,
        headers: {},
        retryCount: 3,
        retryDelay: 30,
        backoff: false,
        disabledReason: null,
        disabledAt: null,
        filter: null,
        broken: false,
        health: { lastSuccessAt: null, lastFailureAt: null, failingSince: null },
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(result(await company.owner.api.get(`/webhooks/${body.id}`))).toEqual([200, body]);
  });

  it('never shows the secret and the header values, and encrypts them', async () => {
    const project = await createProject(company.member);
    const secret = 'open sesame, ünïcode';
    const input = {
      url: 'http://example.org:8080/a?b=c',
      events: ['task.updated', 'task.created', 'task.updated'],
      projectId: project.id.toUpperCase(),
      active: false,
      headers: { Authorization: 'Bearer topsecret', 'X-Tenant': 'a b', 'x-empty': '' },
      retryCount: 10,
      retryDelay: 3_600,
      backoff: true,
    };
    const { status, body } = await create({ ...input, secret });
    expect([status, body]).toMatchObject([
      201,
      {
        ...input,
        projectId: project.id,
        events: ['task.updated', 'task.created'],
        headers: { Authorization: '***', 'X-Tenant': '***', 'x-empty': '***' },
      },
    ]);
    const stored = await storedSecrets(body);
    expect([stored.secret, stored.values]).toEqual([secret, ['Bearer topsecret', 'a b', '']]);
    expect(stored.raw).not.toMatch(/sesame|topsecret/);
    const shown = JSON.stringify([body, (await company.admin.api.get('/webhooks')).body, await get(body)]);
    expect(shown).not.toMatch(/sesame|topsecret|v1\./);
  });

  it('creates no more than the limit of the company when many requests come at once', async () => {
    const limited = await startTestService({ limits: { webhooks: 3 } }, service.database);
    const [{ admin }, other] = [await createCompany(limited.api), await createCompany(limited.api)];
    const answers = await Promise.all(Array.from({ length: 9 }, () => admin.api.post('/webhooks', MINIMAL)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(6).fill(409)]);
    const refusal = [409, 'CONFLICT', 'A company has at most 3 webhooks; delete one first'];
    expect(refusalOf(await admin.api.post('/webhooks', MINIMAL))).toEqual(refusal);
    const [{ id }] = (await admin.api.get<[TestWebhook]>('/webhooks')).body;
    await admin.api.delete(`/webhooks/${id}`);
    expect((await admin.api.post('/webhooks', MINIMAL)).status).toBe(201);
    expect((await other.admin.api.post('/webhooks', MINIMAL)).status).toBe(201);
    await limited.stop();
  });

  it('accepts null for optional fields', async () => {
    const nothing = { projectId: null, active: null, headers: null, retryCount: null, retryDelay: null };
    const { status, body } = await create(nothing);
    expect([status, body]).toMatchObject([201, { projectId: null, active: true, retryCount: 3, retryDelay: 30 }]);
  });

  it('refuses an unknown project', async () => {
    const foreign = await createProject(stranger.member);
    for (const projectId of [foreign.id, randomUUID()]) {
      expect(result(await create({ projectId }))).toEqual([404, { error: 'Project not found' }]);
    }
  });

  it.each<[unknown, unknown]>([
    [
      { url: null, events: undefined, secret: null },
      { url: 'Required', events: 'Required', secret: 'Required' },
    ],
    [{ url: 'example.org' }, { url: 'Invalid url' }],
    [{ url: 'ftp://example.org' }, { url: 'Must be an http or https URL' }],
    [{ url: 'https://a:b@example.org' }, { url: 'Must hold no user name or password' }],
    [{ events: [] }, { events: 'Must hold at least one' }],
    [{ events: 'task.created' }, { events: 'Expected array' }],
    [{ events: [7] }, { events: 'Expected string' }],
    [{ events: ['task.exploded'] }, { events: EVENTS_REFUSED }],
    [{ events: ['ping'] }, { events: EVENTS_REFUSED }],
    [{ events: ['task.'] }, { events: EVENTS_REFUSED }],
    [{ events: ['ta*'] }, { events: EVENTS_REFUSED }],
    [{ events: ['*.created'] }, { events: EVENTS_REFUSED }],
    [{ events: ['ping.*'] }, { events: EVENTS_REFUSED }],
    [{ projectId: 'x' }, { projectId: 'Invalid uuid' }],
    [{ secret: '' }, { secret: 'Must be at least 1 character' }],
    [{ secret: 'x'.repeat(257) }, { secret: 'Must be at most 256 characters' }],
    [{ secret: 'a\0' }, { secret: 'Invalid text' }],
    [{ active: 'yes' }, { active: 'Expected boolean' }],
    [{ retryCount: 11 }, { retryCount: 'Must be from 0 to 10' }],
    [{ retryCount: 1.5 }, { retryCount: 'Expected integer' }],
    [{ retryDelay: -1 }, { retryDelay: 'Must be from 0 to 3600' }],
    [{ retryDelay: '30' }, { retryDelay: 'Expected integer' }],
    [{ backoff: 1 }, { backoff: 'Expected boolean' }],
    [{ headers: [] }, { headers: 'Expected object' }],
    [{ headers: 'a: b' }, { headers: 'Expected object' }],
    [{ headers: { Host: 'x' } }, { headers: 'Host: Must not be set: the service does' }],
    [{ headers: { 'X-Webhook-Event': 'x' } }, { headers: 'X-Webhook-Event: Must not be set: the service does' }],
    [{ headers: { 'webhook-id': 'x' } }, { headers: 'webhook-id: Must not be set: the service does' }],
    [{ headers: { 'Webhook-Timestamp': 'x' } }, { headers: 'Webhook-Timestamp: Must not be set: the service does' }],
    [{ headers: { 'WEBHOOK-SIGNATURE': 'x' } }, { headers: 'WEBHOOK-SIGNATURE: Must not be set: the service does' }],
    [{ headers: { 'Content-Type': 'x' } }, { headers: 'Content-Type: Must not be set: the service does' }],
    [
      { headers: { 'X-A': 'a\r\nX-B: b' } },
      { headers: 'X-A: Must hold no line breaks, and no characters beyond Latin-1' },
    ],
    [
      { headers: { 'X A': 'a' } },
      { headers: "X A: Must be a header name: letters, digits and any of !#$%&'*+-.^_`|~" },
    ],
    [{ headers: { 'X-A': 1 } }, { headers: 'X-A: Expected string' }],
    [{ headers: { 'X-A': 'a', 'X-B': '***' } }, { headers: NOTHING_KEPT }],
    [{ headers: { 'X-A': 'a', 'x-a': 'b' } }, { headers: 'Must name each header once, whatever its case' }],
    [
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, 'x'])) },
      { headers: 'Must hold at most 20 headers' },
    ],
    [
      { id: randomUUID(), disabledAt: '2026-01-01', health: {}, surprise: 1 },
      { id: 'Unknown field', disabledAt: 'Unknown field', health: 'Unknown field', surprise: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await create(input as object))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'https://[::1]/',
    'http://169.254.169.254/latest/',
    'http://10.0.0.1',
  ])('refuses %s', async (url) => {
    expect(refusalOf(await create({ url }))).toEqual([400, 'VALIDATION_ERROR', { url: URL_REFUSED }]);
    expect(refusalOf(await put({ id: randomUUID() }, { url }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { url: URL_REFUSED },
    ]);
  });
});

describe('GET /webhooks', () => {
  it('returns the webhooks of the company, the oldest first, as an array or in pages', async () => {
    const lister = await createCompany(service.api);
    const webhooks = [];
    for (let count = 0; count < 3; count += 1) webhooks.push(await createWebhook(lister.admin, {}));
    expect(result(await lister.owner.api.get('/webhooks'))).toEqual([200, webhooks]);
    const { body } = await lister.admin.api.get('/webhooks?page=2&limit=2');
    expect(body.data).toEqual([webhooks[2]]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});

describe('PUT /webhooks/{id}', () => {
  it('changes the given fields', async () => {
    const before = await createWebhook(company.admin, { secret: 'old' });
    const project = await createProject(company.member);
    const input = {
      url: 'https://example.com/',
      events: ['label.created'],
      projectId: project.id,
      active: false,
      retryCount: 0,
      retryDelay: 1,
      backoff: true,
    };
    const { status, body } = await put(before, { ...input, secret: 'new', headers: { 'X-A': 'a' } });
    expect([status, body]).toEqual([
      200,
      { ...before, ...input, headers: { 'X-A': '***' }, updatedAt: body.updatedAt },
    ]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(await storedSecrets(before)).toMatchObject({ secret: 'new', values: ['a'] });
    const cleared = (await put(before, { projectId: null, headers: {} })).body;
    expect([cleared.projectId, cleared.headers]).toEqual([null, {}]);
    expect(await get(before)).toEqual(cleared);
  });

  it('does nothing when nothing changes', async () => {
    const headers = { Authorization: 'Bearer x', 'X-A': 'a' };
    const webhook = await createWebhook(company.admin, { secret: 'same', headers });
    const { url, events, projectId, active, headers: shownHeaders, retryCount, retryDelay, backoff } = webhook;
    const shown = { url, events, projectId, active, headers: shownHeaders, retryCount, retryDelay, backoff };
    for (const input of [{}, { secret: 'same' }, { headers }, shown]) {
      expect(result(await put(webhook, input))).toEqual([200, webhook]);
    }
  });

  it('keeps the value of a header that is sent back as ***', async () => {
    const webhook = await createWebhook(company.admin, { headers: { 'X-A': 'first', 'X-B': 'second' } });
    const { body } = await put(webhook, { headers: { 'x-a': '***', 'X-C': 'third' } });
    expect(body.headers).toEqual({ 'x-a': '***', 'X-C': '***' });
    expect((await storedSecrets(webhook)).values).toEqual(['first', 'third']);
  });

  it('takes no *** for a header that has no value yet', async () => {
    const webhook = await createWebhook(company.admin, { headers: { 'X-A': 'first' } });
    const refusal = [400, 'VALIDATION_ERROR', { headers: NOTHING_KEPT }];
    expect(refusalOf(await put(webhook, { headers: { 'X-A': '***', 'X-B': '***' } }))).toEqual(refusal);
    expect((await storedSecrets(webhook)).values).toEqual(['first']);
  });

  it('repairs a webhook whose secrets cannot be decrypted', async () => {
    const webhook = await createWebhook(company.admin, { headers: { 'X-A': 'a', 'X-B': 'b' } });
    const lost = new Secrets({ ...service.configuration, secretsKeys: [Buffer.alloc(32, 'l')] });
    const placeOf = (column: string) => ({ table: 'webhooks', column, companyId: company.id, id: webhook.id });
    await service.database.rows('UPDATE webhooks SET secret = $2, header_values = $3 WHERE id = $1', [
      webhook.id,
      lost.encrypt('lost', placeOf('secret')),
      lost.encrypt('["a","b"]', placeOf('header_values')),
    ]);
    expect((await put(webhook, { secret: 'new', retryCount: 1 })).status).toBe(200);
    const kept = await put(webhook, { headers: { 'X-A': 'c', 'X-B': '***' } });
    expect(refusalOf(kept)).toEqual([400, 'VALIDATION_ERROR', { headers: NOTHING_KEPT }]);
    expect((await put(webhook, { headers: { 'X-A': 'c', 'X-B': 'd' } })).status).toBe(200);
    expect(await storedSecrets(webhook)).toMatchObject({ secret: 'new', values: ['c', 'd'] });
  });

  it.each([
    'http://example.org/hook',
    'https://example.com/hook',
    'https://example.org:8443/hook',
    'https://example.org./',
  ])('wants the secret anew for %s, and drops the headers', async (url) => {
    const webhook = await createWebhook(company.admin, { headers: { 'X-A': 'a', 'X-B': 'b' } });
    expect(refusalOf(await put(webhook, { url }))).toEqual([400, 'VALIDATION_ERROR', { secret: 'Required' }]);
    const refused = await put(webhook, { url, secret: 'new', headers: { 'X-A': 'c', 'X-B': '***' } });
    expect(refusalOf(refused)).toEqual([400, 'VALIDATION_ERROR', { headers: NOTHING_KEPT }]);
    expect(await get(webhook)).toEqual(webhook);
    const { status, body } = await put(webhook, { url, secret: 'new' });
    expect([status, body]).toEqual([200, { ...webhook, url, headers: {}, updatedAt: body.updatedAt }]);
    expect(await storedSecrets(webhook)).toMatchObject({ secret: 'new', values: [] });
  });

  it('takes secret and headers with a new receiver', async () => {
    const webhook = await createWebhook(company.admin, { secret: 'same', headers: { 'X-A': 'a' } });
    const input = { url: 'https://example.com/', secret: 'same', headers: { 'X-C': 'c' } };
    expect((await put(webhook, input)).body).toMatchObject({ url: input.url, headers: { 'X-C': '***' } });
    expect(await storedSecrets(webhook)).toMatchObject({ secret: 'same', values: ['c'] });
  });

  it.each([
    ['https://example.org/hook', 'HTTPS://EXAMPLE.ORG:443/other?a=b#c'],
    ['http://bücher.example:080/', 'http://xn--bcher-kva.example/'],
    ['https://example.org:8443/', 'https://ex%61mple.org:08443/'],
  ])('keeps secret and headers when %s becomes %s', async (from, to) => {
    const webhook = await createWebhook(company.admin, { url: from, secret: 'kept', headers: { 'X-A': 'a' } });
    const { status, body } = await put(webhook, { url: to, headers: { 'X-A': '***', 'X-B': 'b' } });
    expect([status, body.url]).toEqual([200, to]);
    expect((await put(webhook, { url: from })).status).toBe(200);
    expect(await storedSecrets(webhook)).toMatchObject({ secret: 'kept', values: ['a', 'b'] });
  });

  it('refuses null for required fields', async () => {
    const nulls = {
      url: null,
      events: null,
      secret: null,
      active: null,
      headers: null,
      retryCount: null,
      retryDelay: null,
    };
    const details = Object.fromEntries(Object.keys(nulls).map((name) => [name, 'Required']));
    expect(refusalOf(await put({ id: randomUUID() }, nulls))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('refuses an unknown project', async () => {
    const webhook = await createWebhook(company.admin, {});
    expect(result(await put(webhook, { projectId: randomUUID() }))).toEqual([404, { error: 'Project not found' }]);
    expect(await get(webhook)).toEqual(webhook);
  });
});

describe('a webhook', () => {
  it('can be deleted, once', async () => {
    const webhook = await createWebhook(company.admin, {});
    expect(result(await company.admin.api.delete(`/webhooks/${webhook.id}`))).toEqual([204, undefined]);
    expect(refusalOf(await company.admin.api.delete(`/webhooks/${webhook.id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await company.admin.api.get(`/webhooks/${webhook.id}`))).toEqual(NOT_FOUND);
  });

  it('outlives its project, and keeps its id', async () => {
    const project = await createProject(company.member);
    const webhook = await createWebhook(company.admin, { projectId: project.id });
    expect((await company.admin.api.delete(`/projects/${project.id}`)).status).toBe(204);
    expect(await get(webhook)).toEqual(webhook);
    const changed = await put(webhook, { retryCount: 1, projectId: project.id });
    expect([changed.status, changed.body.projectId]).toEqual([200, project.id]);
    const cleared = await put(webhook, { projectId: null });
    expect([cleared.status, cleared.body.projectId]).toEqual([200, null]);
    expect(result(await put(webhook, { projectId: project.id }))).toEqual([404, { error: 'Project not found' }]);
  });

  it('is unknown to another company, by a wrong id and by a malformed one', async () => {
    const webhook = await createWebhook(company.admin, {});
    for (const id of [webhook.id, randomUUID(), 'x', '%00']) {
      const requests = [
        ['GET', `/webhooks/${id}`],
        ['PUT', `/webhooks/${id}`, { active: false }],
        ['DELETE', `/webhooks/${id}`],
        ['POST', `/webhooks/${id}/ping`],
        ['POST', `/webhooks/${id}/rotate-secret`],
        ['GET', `/webhooks/${id}/deliveries`],
        ['GET', `/webhooks/${id}/deliveries/${randomUUID()}`],
        ['POST', `/webhooks/${id}/deliveries/redeliver`, { status: 'failed', createdAfter: '2026-01-01' }],
        ['POST', `/webhooks/${id}/deliveries/${randomUUID()}/redeliver`],
      ] as const;
      for (const [method, path, body] of requests) {
        expect(refusalOf(await stranger.owner.api.send(method, path, body))).toEqual(NOT_FOUND);
      }
    }
    expect(await get(webhook)).toEqual(webhook);
  });

  it('is allowed to ADMIN and OWNER only', async () => {
    const webhook = await createWebhook(company.admin, {});
    for (const { api } of [company.member, company.viewer]) {
      for (const [method, path] of [
        ['GET', '/webhooks'],
        ['POST', '/webhooks'],
        ['GET', `/webhooks/${webhook.id}`],
        ['GET', `/webhooks/${webhook.id}/deliveries`],
        ['GET', `/webhooks/${webhook.id}/deliveries/${randomUUID()}`],
        ['POST', `/webhooks/${webhook.id}/deliveries/redeliver`],
        ['POST', `/webhooks/${webhook.id}/rotate-secret`],
      ] as const) {
        expect(result(await api.send(method, path))).toEqual(FORBIDDEN);
      }
    }
  });
});
