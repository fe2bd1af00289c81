import { verify } from '@octokit/webhooks-methods';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import {
  attemptedDeliveryOf,
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
  WEBHOOK_SECRET,
} from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { type TestService } from '../../support/test-service.js';
import { eachWithReceiver, receivers } from '../../support/webhook-suite.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: TestService;
let company: TestCompany;
let project: TestProject;
eachWithReceiver((given) => ({ service, company, project } = given));
const receiver = receivers();

const ping = ({ id }: TestWebhook) => company.admin.api.post(`/webhooks/${id}/ping`);
const put = (task: TestTask, input: object) => company.member.api.put(`/tasks/${task.id}`, input);

describe('a delivery', () => {
  it('is signed, and has the content of the specification', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, {
      url: one.url,
      events: ['task.created'],
      headers: { 'X-Team': 'Käse', authorization: 'Bearer t' },
    });
    const task = await createTask(company.member, project.id, { title: 'Zürich – "quoted" \u2028 🎉' });
    const [{ headers, text, body }] = (await one.received(1)) as [(typeof one.requests)[0]];
    expect(body).toEqual({ event: 'task.created', timestamp: expect.stringMatching(/^\d{4}-.*Z$/), data: task });
    expect(Object.keys(body)).toEqual(['event', 'timestamp', 'data']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'task.created',
      'x-webhook-timestamp': body.timestamp,
      'x-webhook-delivery': expect.stringMatching(UUID_V7),
      'x-webhook-event-id': expect.stringMatching(UUID_V7),
      'x-webhook-id': webhook.id,
      'x-webhook-actor': `user:${company.member.id}`,
      'x-team': 'Käse',
      authorization: 'Bearer t',
    });
    const signature = String(headers['x-webhook-signature']);
    expect(await verify(WEBHOOK_SECRET, text, signature)).toBe(true);
    expect(await verify('another secret', text, signature)).toBe(false);
  });

  it('is in the log with its attempt', async () => {
    const one = await receiver(202);
    const webhook = await createWebhook(company.admin, { url: one.url });
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const attempt = {
      id: one.requests[0]!.headers['x-webhook-delivery'],
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      statusCode: 202,
      durationMs: expect.any(Number),
      error: null,
    };
    expect(delivery).toEqual({
      id: expect.stringMatching(UUID_V7),
      event: 'task.created',
      status: 'delivered',
      attempts: [attempt],
      createdAt: expect.stringMatching(/Z$/),
      nextAttemptAt: null,
    });
  });

  it('is attempted again until it arrives, with the same bytes and an id of its own each time', async () => {
    const one = await receiver();
    let count = 0;
    one.answer = (response) => response.writeHead((count += 1) < 3 ? 503 : 200).end();
    const webhook = await createWebhook(company.admin, { url: one.url });
    await createTask(company.member, project.id, { description: 'x'.repeat(50_000) });
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery?.status).toBe('delivered');
    expect(delivery?.attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
      [503, 'Answered with the status 503'],
      [503, 'Answered with the status 503'],
      [200, null],
    ]);
    expect(new Set(one.requests.map(({ text }) => text)).size).toBe(1);
    expect(new Set(one.requests.map(({ headers }) => headers['x-webhook-event-id'])).size).toBe(1);
    expect(one.requests.map(({ headers }) => headers['x-webhook-delivery'])).toEqual(
      delivery?.attempts.map(({ id }) => id),
    );
    expect(new Set(delivery?.attempts.map(({ id }) => id)).size).toBe(3);
  });

  it('fails after the retries of the webhook', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryCount: 2 });
    const single = await createWebhook(company.admin, { url: one.url, retryCount: 0 });
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([delivery?.status, delivery?.attempts.length, delivery?.nextAttemptAt]).toEqual(['failed', 3, null]);
    const [other] = await finishedDeliveriesOf(company.admin, single, 1);
    expect([other?.status, other?.attempts.length]).toEqual(['failed', 1]);
  });

  it('waits for its retry, by the delay of the webhook', async () => {
    const one = await receiver(302);
    const webhook = await createWebhook(company.admin, { url: one.url, retryDelay: 600 });
    await createTask(company.member, project.id);
    const delivery = await attemptedDeliveryOf(company.admin, webhook);
    const wait = Date.parse(delivery.nextAttemptAt!) - Date.parse(delivery.attempts[0]!.at);
    expect([delivery.status, Math.round(wait / 60_000)]).toEqual(['pending', 10]);
    expect(delivery.attempts[0]?.error).toBe('Answered with the redirect 302, which is not followed');
  });

  it('goes to no address that is not allowed, whatever its name', async () => {
    const webhook = await createWebhook(company.admin, { url: 'http://127.0.0.1:1/', retryCount: 0 });
    await service.database.rows('UPDATE webhooks SET url = $2 WHERE id = $1', [webhook.id, 'http://[::1]:1/']);
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery?.attempts[0]).toMatchObject({
      statusCode: null,
      error: 'The address is not allowed: it is not a public one',
    });
  });
});

describe('a webhook', () => {
  it('gets the events it lists, from when it was made', async () => {
    const one = await receiver();
    const task = await createTask(company.member, project.id);
    await createWebhook(company.admin, { url: one.url, events: ['task.completed', 'task.updated'] });
    await put(task, { status: 'Done', assigneeId: company.member.id });
    await company.member.api.delete(`/tasks/${task.id}`);
    await one.received(2);
    expect(one.events.sort()).toEqual(['task.completed', 'task.updated']);
    expect(one.requests.find(({ body }) => body.event === 'task.updated')?.body.data).toMatchObject({
      id: task.id,
      title: task.title,
      status: 'Done',
      changes: { status: { from: 'Backlog', to: 'Done' } },
    });
  });

  it('of a project gets the events of that project, including its deletion', async () => {
    const [whole, scoped] = [await receiver(), await receiver()];
    const events = ['task.created', 'project.updated', 'project.deleted', 'label.created', 'team.created'];
    const other = await createProject(company.member);
    await createWebhook(company.admin, { url: whole.url, events });
    const webhook = await createWebhook(company.admin, { url: scoped.url, events, projectId: project.id });
    await createTask(company.member, project.id, { title: 'own' });
    await createTask(company.member, other.id, { title: 'other' });
    await company.member.api.put(`/projects/${project.id}`, { description: 'x' });
    await company.member.api.post('/labels', { name: 'label' });
    await company.admin.api.post('/teams', { name: 'team' });
    await company.admin.api.delete(`/projects/${project.id}`);
    await whole.received(6);
    await finishedDeliveriesOf(company.admin, webhook, 3);
    expect(scoped.events.sort()).toEqual(['project.deleted', 'project.updated', 'task.created']);
    expect(whole.events.sort()).toEqual([
      'label.created',
      'project.deleted',
      'project.updated',
      'task.created',
      'task.created',
      'team.created',
    ]);
  });

  it('hears nothing of another company', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url });
    const stranger = await createCompany(service.api);
    await createTask(stranger.member, (await createProject(stranger.member)).id);
    await createTask(company.member, project.id);
    await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(one.requests).toHaveLength(1);
  });

  it('that is inactive gets nothing, and does not get the missed events later', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryDelay: 600, events: ['task.created'] });
    await createTask(company.member, project.id, { title: 'before' });
    await one.received(1);
    await attemptedDeliveryOf(company.admin, webhook);
    await company.admin.api.put(`/webhooks/${webhook.id}`, { active: false });
    await createTask(company.member, project.id, { title: 'meanwhile' });
    expect(await deliveriesOf(company.admin, webhook)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
    one.answer = 200;
    await company.admin.api.put(`/webhooks/${webhook.id}`, { active: true });
    await createTask(company.member, project.id, { title: 'after' });
    await one.received(2);
    await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(one.requests.map(({ body }) => body.data.title)).toEqual(['before', 'after']);
  });

  it('drops the deliveries that were written while it became inactive, or was deleted', async () => {
    const one = await receiver();
    const [inactive, deleted] = [
      await createWebhook(company.admin, { url: one.url }),
      await createWebhook(company.admin, { url: one.url }),
    ];
    await service.database.rows('UPDATE webhooks SET active = false WHERE id = $1', [inactive.id]);
    for (const { id } of [inactive, deleted]) {
      await service.database.rows(
        `INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left,
            next_attempt_at, created_at)
          SELECT company_id, make_uuid_v7(), $2, id, name, 'pending', '[]', 4, now() + interval '1 hour', now()
          FROM events WHERE company_id = $1 LIMIT 1`,
        [company.id, id],
      );
    }
    await service.database.rows('DELETE FROM webhooks WHERE id = $1', [deleted.id]);
    await service.database.rows('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE company_id = $1', [
      company.id,
    ]);
    const left = () =>
      service.database.rows('SELECT status FROM webhook_deliveries WHERE company_id = $1', [company.id]);
    await eventually('both are dropped', async () => (await left()).every(({ status }) => status === 'failed'));
    expect(one.requests).toEqual([]);
  });

  it('tells a new receiver nothing that was for the old one', async () => {
    const [old, other] = [await receiver(), await receiver()];
    const webhook = await createWebhook(company.owner, { url: old.url, headers: { Authorization: 'Bearer owner' } });
    const move = (input: object) => company.admin.api.put(`/webhooks/${webhook.id}`, { url: other.url, ...input });
    expect((await move({})).status).toBe(400);
    expect((await move({ secret: 'of the admin', headers: { Authorization: '***' } })).status).toBe(400);
    await ping(webhook);
    await old.received(1);
    expect((await move({ secret: 'of the admin' })).status).toBe(200);
    await ping(webhook);
    const [{ headers, text }] = (await other.received(1)) as [(typeof other.requests)[0]];
    expect(headers).not.toHaveProperty('authorization');
    expect(await verify('of the admin', text, String(headers['x-webhook-signature']))).toBe(true);
    expect(old.requests.map((request) => request.headers.authorization)).toEqual(['Bearer owner']);
  });

  it('leaves nothing behind when it is deleted', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryDelay: 600 });
    await createTask(company.member, project.id);
    await one.received(1);
    await company.admin.api.delete(`/webhooks/${webhook.id}`);
    const rows = await service.database.rows('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1', [webhook.id]);
    expect(rows).toEqual([]);
  });

  it('that hangs or fails holds up no other', async () => {
    const [hanging, failing, healthy] = [await receiver(() => undefined), await receiver(500), await receiver()];
    await createWebhook(company.admin, { url: hanging.url, events: ['task.created'] });
    await createWebhook(company.admin, { url: failing.url, events: ['task.created'], retryCount: 10 });
    const webhook = await createWebhook(company.admin, { url: healthy.url, events: ['task.created'] });
    for (let count = 0; count < 40; count += 1) await createTask(company.member, project.id);
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 40);
    expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true);
    expect(healthy.requests).toHaveLength(40);
    // What it has begun with is all that it gets for as long as that hangs.
    expect(hanging.requests).toHaveLength(1);
  });

  it('is not held up by a crowd that hangs', async () => {
    const [hanging, healthy] = [await receiver(() => undefined), await receiver()];
    for (let count = 0; count < 70; count += 1) {
      await createWebhook(company.admin, { url: hanging.url, events: ['task.created'], retryCount: 0 });
    }
    const webhook = await createWebhook(company.admin, { url: healthy.url, events: ['task.created'] });
    for (let count = 0; count < 5; count += 1) await createTask(company.member, project.id);
    await hanging.received(70);
    for (let count = 0; count < 5; count += 1) await createTask(company.member, project.id);
    await finishedDeliveriesOf(company.admin, webhook, 10);
    expect(hanging.requests).toHaveLength(70);
  });
});

describe('the delivery log', () => {
  it('comes the newest first, bare or in pages', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url, events: ['task.created'] });
    for (const title of ['a', 'b', 'c']) await createTask(company.member, project.id, { title });
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 3);
    const ids = deliveries.map(({ attempts }) => attempts[0]!.id);
    const titleOf = (id: string) =>
      one.requests.find(({ headers }) => headers['x-webhook-delivery'] === id)?.body.data.title;
    expect(ids.map(titleOf)).toEqual(['c', 'b', 'a']);
    const { body } = await company.admin.api.get(`/webhooks/${webhook.id}/deliveries?page=2&limit=2`);
    expect(body.data).toEqual([deliveries[2]]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});
