import { Webhook } from 'standardwebhooks';
import { Secrets } from '#core/secrets/secrets.js';
import { EVENT_NAMES } from '#modules/event-types/event-types.service.js';
import { fanOut } from '#modules/webhooks/delivery/fan-out.repository.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
  WEBHOOK_SECRET,
} from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import { type ReceivedRequest, Receiver } from '../../support/receiver.js';
import { type TestService } from '../../support/test-service.js';
import { eachWithReceiver } from '../../support/webhook-suite.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
let receiver: Receiver;
eachWithReceiver((given) => ({ service, company, project, receiver } = given));

const webhookFor = (input: object) => createWebhook(company.admin, { url: receiver.url, ...input });
const ping = ({ id }: TestWebhook, body?: object) => company.admin.api.post(`/webhooks/${id}/ping`, body);

async function received(): Promise<ReceivedRequest> {
  return (await receiver.received(1))[0] as ReceivedRequest;
}

describe('the headers of Standard Webhooks', () => {
  it.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', undefined],
    [WEBHOOK_SECRET, { format: 'raw' }],
    ['whsec_is no base64', { format: 'raw' }],
  ] as const)('are verified by the package standardwebhooks with the secret %j', async (secret, options) => {
    await webhookFor({ secret, events: ['task.created'] });
    await createTask(company.member, project.id, { title: 'Zürich 🎉' });
    const { headers, text, body } = await received();
    expect(new Webhook(secret, options).verify(text, headers as Record<string, string>)).toEqual(body);
    expect(headers['webhook-id']).toBe(headers['x-webhook-event-id']);
    expect(() => new Webhook('whsec_AAAA').verify(text, headers as Record<string, string>)).toThrow();
  });

  it('have the time of the attempt, and the same event id at each attempt', async () => {
    receiver.answer = 500;
    const webhook = await webhookFor({ events: ['task.created'], retryCount: 1 });
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const [first, second] = receiver.requests as [ReceivedRequest, ReceivedRequest];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    const seconds = delivery!.attempts.map(({ at }) => String(Math.floor(Date.parse(at) / 1_000)));
    expect([first, second].map(({ headers }) => headers['webhook-timestamp'])).toEqual(seconds);
  });

  it('replace a header of that name that was stored before the name was reserved', async () => {
    const webhook = await webhookFor({ events: ['task.created'], headers: { 'X-A': 'a', 'X-B': 'b' } });
    const place = { table: 'webhooks', column: 'header_values', companyId: company.id, id: webhook.id };
    await service.database.rows('UPDATE webhooks SET header_names = $2, header_values = $3 WHERE id = $1', [
      webhook.id,
      ['Webhook-Id', 'X-B'],
      new Secrets(service.configuration).encrypt('["forged","b"]', place),
    ]);
    await createTask(company.member, project.id);
    const { headers } = await received();
    expect([headers['webhook-id'], headers['x-b']]).toEqual([headers['x-webhook-event-id'], 'b']);
  });
});

describe('the headers X-Webhook-Actor and X-Webhook-Id', () => {
  const actorsOf = (requests: ReceivedRequest[]) =>
    Object.fromEntries(requests.map(({ headers }) => [headers['x-webhook-event'], headers['x-webhook-actor']]));

  it('name the author of the change and the webhook, in pings too', async () => {
    const webhook = await webhookFor({ events: ['task.created', 'label.created'] });
    await createTask(company.owner, project.id);
    const { api } = await createApiKey(company.member);
    expect((await api.post('/labels', { name: 'Label' })).status).toBe(201);
    await ping(webhook);
    const requests = await receiver.received(3);
    expect(actorsOf(requests)).toEqual({
      'task.created': `user:${company.owner.id}`,
      'label.created': `user:${company.member.id}`,
      ping: `user:${company.admin.id}`,
    });
    expect(new Set(requests.map(({ headers }) => headers['x-webhook-id']))).toEqual(new Set([webhook.id]));
  });

  it('name the service itself system', async () => {
    await webhookFor({ events: ['task.*'] });
    await createTask(company.member, project.id);
    await service.database.rows(
      `WITH written AS (INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('id', make_uuid_v7(),
          'name', 'task.updated', 'actor_id', NULL))).* FROM events e WHERE company_id = $1 AND name = 'task.created'
        RETURNING *, NULL::uuid AS former_project_id, NULL::uuid[] AS not_for, false AS is_undelivered) ${fanOut('written', '$1')}`,
      [company.id],
    );
    expect(actorsOf(await receiver.received(2))).toMatchObject({ 'task.updated': 'system' });
  });
});

describe('a webhook with a wildcard', () => {
  async function makeChanges(): Promise<void> {
    const task = await createTask(company.member, project.id, { assigneeId: company.member.id });
    await company.member.api.post('/labels', { name: 'Label' });
    await company.member.api.put(`/tasks/${task.id}`, { status: 'Done' });
  }
  const OF_TASKS = ['task.assigned', 'task.completed', 'task.created', 'task.updated'];

  it.each([
    [['task.*'], OF_TASKS],
    [
      ['task.*', 'task.created', 'label.created'],
      ['label.created', ...OF_TASKS],
    ],
    [['*'], ['label.created', ...OF_TASKS]],
    [
      ['*', 'task.*'],
      ['label.created', ...OF_TASKS],
    ],
    [['sprint.*', 'label.created'], ['label.created']],
  ])('%j gets each event once', async (events, expected) => {
    const webhook = await webhookFor({ events });
    expect(webhook.events).toEqual(events);
    await makeChanges();
    await finishedDeliveriesOf(company.admin, webhook, expected.length);
    expect(receiver.events.sort()).toEqual(expected);
  });

  it('gets an event that was added after the webhook was created', async () => {
    const webhook = await webhookFor({ events: ['task.*'] });
    const task = await createTask(company.member, project.id);
    await finishedDeliveriesOf(company.admin, webhook, 1);
    await service.database.rows(
      `WITH written AS (INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('id', make_uuid_v7(),
          'name', 'task.invented'))).* FROM events e WHERE company_id = $1 AND name = 'task.created'
        RETURNING *, NULL::uuid AS former_project_id, NULL::uuid[] AS not_for, false AS is_undelivered) ${fanOut('written', '$1')}`,
      [company.id],
    );
    await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(receiver.requests[1]!.body).toMatchObject({ event: 'task.invented', data: { id: task.id } });
  });

  it('gets no pings and test events of other webhooks', async () => {
    const [asked, other] = [await webhookFor({ events: ['*'] }), await webhookFor({ events: ['*'] })];
    await ping(asked);
    await ping(asked, { event: 'task.created' });
    await finishedDeliveriesOf(company.admin, asked, 2);
    expect(await deliveriesOf(company.admin, other)).toEqual([]);
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('POST /webhooks/{id}/ping with an event', () => {
  it.each(['task.created', 'team.member_added', 'epic.deleted'])(
    'sends the example of %s, marked as a test',
    async (event) => {
      const types = (await company.viewer.api.get<{ name: string; example: object }[]>('/event-types')).body;
      const { example } = types.find(({ name }) => name === event)!;
      const webhook = await webhookFor({ events: ['label.created'], secret: 'whsec_YWJj' });
      const { status, body } = await ping(webhook, { event });
      expect([status, body]).toMatchObject([202, { event, status: 'pending', attempts: [] }]);
      const request = await received();
      expect(request.body).toEqual({ ...example, test: true });
      expect(request.headers).toMatchObject({
        'x-webhook-event': event,
        'x-webhook-timestamp': request.body.timestamp,
      });
      const verified = new Webhook('whsec_YWJj').verify(request.text, request.headers as Record<string, string>);
      expect(verified).toEqual(request.body);
    },
  );

  it('is not in the log of events, and can be redelivered', async () => {
    const webhook = await webhookFor({});
    await ping(webhook);
    await ping(webhook, { event: 'task.created' });
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 2);
    const logged = await service.database.rows('SELECT name FROM events WHERE company_id = $1', [company.id]);
    expect(logged).toEqual([{ name: 'project.created' }]);
    await company.admin.api.post(`/webhooks/${webhook.id}/deliveries/${deliveries[0]!.id}/redeliver`);
    const [test, again] = (await receiver.received(3)).filter(({ body }) => body.event === 'task.created');
    expect(again!.text).toBe(test!.text);
    expect(again!.headers['webhook-id']).toBe(test!.headers['webhook-id']);
  });

  it.each([
    ['ping', `Must be one of: ${EVENT_NAMES.join(', ')}`],
    ['task.*', `Must be one of: ${EVENT_NAMES.join(', ')}`],
    [7, 'Expected string'],
  ])('refuses the event %j', async (event, message) => {
    const refusal = [400, 'VALIDATION_ERROR', { event: message }];
    expect(refusalOf(await ping(await webhookFor({}), { event }))).toEqual(refusal);
  });
});
