import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  attemptedDeliveryOf,
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
} from '../../factories/webhook.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import { Receiver } from '../../support/receiver.js';
import { type TestService } from '../../support/test-service.js';
import { eachWithReceiver } from '../../support/webhook-suite.js';

const INACTIVE = [409, 'CONFLICT', 'The webhook is inactive; set active to true first'];
const LONG_AGO = '2026-01-01T00:00:00.000Z';

let service: TestService;
let company: TestCompany;
let project: TestProject;
let receiver: Receiver;
eachWithReceiver((given) => ({ service, company, project, receiver } = given));

const webhookFor = (input: object) =>
  createWebhook(company.admin, { url: receiver.url, events: ['task.created'], retryCount: 0, ...input });
const logOf = ({ id }: { id: string }, rest = '') => company.admin.api.get(`/webhooks/${id}/deliveries${rest}`);
const redeliver = ({ id }: { id: string }, body: unknown) =>
  company.admin.api.post(`/webhooks/${id}/deliveries/redeliver`, body);
const answerWith = (status: number, text: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(text);

/** One delivery that failed, then one that arrived, and a ping. */
async function mixedLog(webhook: TestWebhook): Promise<void> {
  receiver.answer = 500;
  await createTask(company.member, project.id, { title: 'failed' });
  await finishedDeliveriesOf(company.admin, webhook, 1);
  receiver.answer = 200;
  await createTask(company.member, project.id, { title: 'delivered' });
  await company.admin.api.post(`/webhooks/${webhook.id}/ping`);
  await finishedDeliveriesOf(company.admin, webhook, 3);
}

describe('GET /webhooks/{id}/deliveries', () => {
  it('is filtered by status, event and moment', async () => {
    const webhook = await webhookFor({});
    await mixedLog(webhook);
    const all = await deliveriesOf(company.admin, webhook);
    const [ping, delivered, failed] = ['ping', 'delivered', 'failed'].map((wanted) =>
      all.find(({ event, status }) => event === wanted || (event !== 'ping' && status === wanted)),
    );
    const cases = {
      '?status=failed': [failed],
      '?status=failed,pending': [failed],
      '?status=delivered&event=task.created': [delivered],
      '?event=ping': [ping],
      '?event=ping,task.created': all,
      '?event=task.updated': [],
      [`?createdAfter=${delivered!.createdAt}`]: [ping, delivered],
      [`?createdBefore=${delivered!.createdAt}`]: [failed],
      [`?createdAfter=${LONG_AGO}&createdBefore=${ping!.createdAt}&status=delivered`]: [delivered],
    };
    for (const [query, expected] of Object.entries(cases)) {
      expect([query, (await logOf(webhook, query)).body]).toEqual([query, expected]);
    }
    const page = (await logOf(webhook, '?status=delivered&page=2&limit=1')).body;
    expect([page.data, page.meta.pagination.total]).toEqual([[delivered], 2]);
  });

  it.each([
    ['status=lost', { status: 'Must be one of: pending, delivered, failed' }],
    ['event=task.*', { event: expect.stringMatching(/^Must be one of: task\.created, .*, ping$/) }],
    ['createdAfter=yesterday', { createdAfter: 'Invalid datetime' }],
    ['createdBefore=', { createdBefore: 'Invalid datetime' }],
    ['updatedAfter=2026-01-01', { updatedAfter: 'Unknown parameter' }],
  ])('refuses %s', async (query, details) => {
    const webhook = await webhookFor({});
    expect(refusalOf(await logOf(webhook, `?${query}`))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('GET /webhooks/{id}/deliveries/{deliveryId}', () => {
  it('shows the request and the answer, and no secret', async () => {
    const answers = [answerWith(500, `Sorry: ${'é'.repeat(2_000)}`), answerWith(200, '')];
    receiver.answer = (response) => answers.shift()!(response);
    const headers = { Authorization: 'Bearer topsecret', 'X-Team': 'a' };
    const webhook = await webhookFor({ retryCount: 1, headers });
    await createTask(company.member, project.id, { title: 'Zürich – "quoted"  🎉' });
    const [listed] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const { status, body, text } = await logOf(webhook, `/${listed!.id}`);
    const [first, second] = listed!.attempts;
    expect([status, body]).toEqual([
      200,
      {
        ...listed,
        attempts: [
          { ...first, responseBody: `Sorry: ${'é'.repeat(1_020)}` },
          { ...second, responseBody: '' },
        ],
        request: { headers: expect.any(Object), body: receiver.requests[1]!.text },
      },
    ]);
    const shown = Object.entries(body.request.headers).map(([name, value]) => [name.toLowerCase(), value]);
    const sent = Object.entries({ ...receiver.requests[1]!.headers, authorization: '***', 'x-team': '***' });
    const byConnection = ['host', 'connection', 'content-length'];
    expect(shown.sort()).toEqual(sent.filter(([name]) => !byConnection.includes(name)).sort());
    expect(text).not.toMatch(/topsecret|whsec_/);
    expect((await logOf(webhook)).text).not.toContain('Sorry');
  });

  it('has no answer when none came, and no request before the first attempt', async () => {
    const webhook = await webhookFor({ url: 'http://127.0.0.1:9/', retryCount: 1, retryDelay: 600 });
    await company.admin.api.post(`/webhooks/${webhook.id}/ping`);
    const listed = await attemptedDeliveryOf(company.admin, webhook);
    const { body } = await logOf(webhook, `/${listed.id}`);
    expect(body.attempts).toEqual([{ ...listed.attempts[0], responseBody: null }]);
    expect(JSON.parse(body.request.body)).toMatchObject({ event: 'ping', data: { id: webhook.id } });
    await service.database.rows(`UPDATE webhook_deliveries SET attempts = '[]' WHERE id = $1`, [listed.id]);
    expect((await logOf(webhook, `/${listed.id}`)).body.request).toBeNull();
  });

  it('answers 404 for an unknown delivery', async () => {
    const [webhook, other] = [await webhookFor({}), await webhookFor({ events: ['label.created'] })];
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const notFound = [404, 'NOT_FOUND', 'Delivery not found'];
    for (const id of [randomUUID(), 'x']) expect(refusalOf(await logOf(webhook, `/${id}`))).toEqual(notFound);
    expect(refusalOf(await logOf(other, `/${delivery!.id}`))).toEqual(notFound);
    const stranger = await createCompany(service.api);
    const foreign = await stranger.owner.api.get(`/webhooks/${webhook.id}/deliveries/${delivery!.id}`);
    expect(refusalOf(foreign)).toEqual([404, 'NOT_FOUND', 'Webhook not found']);
  });
});

describe('POST /webhooks/{id}/deliveries/redeliver', () => {
  it('makes one more attempt of every failed delivery, and of no other', async () => {
    const webhook = await webhookFor({});
    const other = await webhookFor({ url: 'http://127.0.0.1:9/' });
    receiver.answer = 500;
    for (const title of ['a', 'b', 'c']) await createTask(company.member, project.id, { title });
    await finishedDeliveriesOf(company.admin, webhook, 3);
    receiver.answer = 200;
    await createTask(company.member, project.id, { title: 'd' });
    const before = await finishedDeliveriesOf(company.admin, webhook, 4);
    const untouched = await finishedDeliveriesOf(company.admin, other, 4);
    const [, oldestButOne] = before.toReversed();
    const createdAfter = oldestButOne!.createdAt;
    expect(result(await redeliver(webhook, { status: 'failed', createdAfter }))).toEqual([202, { count: 2 }]);
    await receiver.received(6);
    const after = await finishedDeliveriesOf(company.admin, webhook, 4);
    expect(after.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['delivered', 1],
      ['delivered', 2],
      ['delivered', 2],
      ['failed', 1],
    ]);
    expect(await deliveriesOf(company.admin, other)).toEqual(untouched);
    expect(result(await redeliver(webhook, { status: 'failed', createdAfter }))).toEqual([202, { count: 0 }]);
  });

  it('is one attempt of each', async () => {
    receiver.answer = 500;
    const webhook = await webhookFor({ retryCount: 2 });
    await createTask(company.member, project.id);
    await finishedDeliveriesOf(company.admin, webhook, 1);
    await redeliver(webhook, { status: 'failed', createdAfter: LONG_AGO });
    await receiver.received(4);
    const [again] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([again!.status, again!.attempts.length]).toEqual(['failed', 4]);
  });

  it.each([
    [undefined, { status: 'Required', createdAfter: 'Required' }],
    [
      { status: 'delivered', createdAfter: 'x' },
      { status: 'Must be one of: failed', createdAfter: 'Invalid datetime' },
    ],
    [{ status: 'failed', createdAfter: LONG_AGO, event: 'ping' }, { event: 'Unknown field' }],
  ])('refuses %j', async (body, details) => {
    expect(refusalOf(await redeliver(await webhookFor({}), body))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('is refused for an inactive webhook', async () => {
    const webhook = await webhookFor({ active: false });
    expect(refusalOf(await redeliver(webhook, { status: 'failed', createdAfter: LONG_AGO }))).toEqual(INACTIVE);
  });
});
