import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { verify } from '@octokit/webhooks-methods';
import type { TestCompany } from '../../factories/company.factory.js';
import type { TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  attemptedDeliveryOf,
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
  WEBHOOK_SECRET,
} from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eachWithReceiver, receivers } from '../../support/webhook-suite.js';

const INACTIVE = [409, 'CONFLICT', 'The webhook is inactive; set active to true first'];

let company: TestCompany;
let project: TestProject;
eachWithReceiver((given) => ({ company, project } = given));
const receiver = receivers();

const ping = ({ id }: TestWebhook) => company.admin.api.post(`/webhooks/${id}/ping`);
const redeliver = ({ id }: TestWebhook, deliveryId: string) =>
  company.admin.api.post(`/webhooks/${id}/deliveries/${deliveryId}/redeliver`);

describe('POST /webhooks/{id}/ping', () => {
  it('sends the event ping with the webhook', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url, headers: { 'X-A': 'hidden' } });
    const { status, body } = await ping(webhook);
    expect([status, body]).toMatchObject([202, { event: 'ping', status: 'pending', attempts: [] }]);
    const [request] = await one.received(1);
    expect(request?.body).toMatchObject({ event: 'ping', data: { ...webhook, headers: { 'X-A': '***' } } });
    expect(request?.headers['x-webhook-event']).toBe('ping');
    expect(request?.headers['x-webhook-id']).toBe(webhook.id);
    expect(request?.headers['x-webhook-actor']).toBe(`user:${company.admin.id}`);
    expect(await verify(WEBHOOK_SECRET, request!.text, String(request!.headers['x-webhook-signature']))).toBe(true);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([delivery?.id, delivery?.event, delivery?.status]).toEqual([body.id, 'ping', 'delivered']);
  });

  it('is refused for an inactive webhook', async () => {
    const webhook = await createWebhook(company.admin, { active: false });
    expect(refusalOf(await ping(webhook))).toEqual(INACTIVE);
  });
});

describe('redelivery', () => {
  it('is a further attempt of the same delivery, with the same event and bytes', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url });
    await createTask(company.member, project.id);
    const [first] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const { status, body } = await redeliver(webhook, first!.id);
    expect([status, body]).toMatchObject([202, { id: first!.id, status: 'pending' }]);
    await one.received(2);
    const [again, ...others] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(others).toEqual([]);
    expect(again).toMatchObject({
      id: first!.id,
      status: 'delivered',
      attempts: [first!.attempts[0], { error: null }],
    });
    const [one1, one2] = one.requests as [(typeof one.requests)[0], (typeof one.requests)[0]];
    expect(one2.text).toBe(one1.text);
    expect(one2.headers['x-webhook-event-id']).toBe(one1.headers['x-webhook-event-id']);
    expect(one2.headers['x-webhook-delivery']).not.toBe(one1.headers['x-webhook-delivery']);
    expect(one2.headers['x-webhook-delivery']).toBe(again!.attempts[1]!.id);
  });

  it('makes one attempt of a failed delivery', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryCount: 1 });
    await createTask(company.member, project.id);
    const [failed] = await finishedDeliveriesOf(company.admin, webhook, 1);
    await redeliver(webhook, failed!.id);
    await one.received(3);
    const [again] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([again?.status, again?.attempts.length]).toEqual(['failed', 3]);
  });

  it('starts a waiting retry at once', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryDelay: 600 });
    await createTask(company.member, project.id);
    const waiting = await attemptedDeliveryOf(company.admin, webhook);
    one.answer = 200;
    expect((await redeliver(webhook, waiting.id)).status).toBe(202);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([delivery?.status, delivery?.attempts.length]).toEqual(['delivered', 2]);
  });

  it('never makes two attempts of a delivery at once', async () => {
    const one = await receiver();
    let release: () => void = () => undefined;
    one.answer = (response) => (release = () => response.writeHead(200).end());
    const webhook = await createWebhook(company.admin, { url: one.url });
    await createTask(company.member, project.id);
    await one.received(1);
    const [delivery] = await deliveriesOf(company.admin, webhook);
    expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: null });
    expect((await redeliver(webhook, delivery!.id)).status).toBe(202);
    expect(one.requests).toHaveLength(1);
    release();
    await one.received(2);
    expect(one.mostAtOnce).toBe(1);
    release();
    const [finished] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect([finished?.status, finished?.attempts.length]).toEqual(['delivered', 2]);
  });

  it('is refused past 50 attempts; one of many skips such a delivery', async () => {
    const one = await receiver(500);
    const webhook = await createWebhook(company.admin, { url: one.url, retryCount: 10 });
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    for (let count = 12; count <= 50; count += 1) {
      expect((await redeliver(webhook, delivery!.id)).status).toBe(202);
      await finishedDeliveriesOf(company.admin, webhook, 1);
    }
    const refused = [409, 'CONFLICT', 'A delivery has at most 50 attempts'];
    expect(refusalOf(await redeliver(webhook, delivery!.id))).toEqual(refused);
    const [spent] = await deliveriesOf(company.admin, webhook);
    expect([spent?.status, spent?.attempts.length, one.requests.length]).toEqual(['failed', 50, 50]);
    const input = { status: 'failed', createdAfter: '2020-01-01T00:00:00.000Z' };
    const many = await company.admin.api.post(`/webhooks/${webhook.id}/deliveries/redeliver`, input);
    expect([many.status, many.body]).toEqual([202, { count: 0 }]);
  });

  it('is refused for an inactive webhook and for an unknown delivery', async () => {
    const one = await receiver();
    const [webhook, other] = [
      await createWebhook(company.admin, { url: one.url }),
      await createWebhook(company.admin, { url: one.url }),
    ];
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const notFound = [404, 'NOT_FOUND', 'Delivery not found'];
    for (const id of [randomUUID(), 'x']) expect(refusalOf(await redeliver(webhook, id))).toEqual(notFound);
    expect(refusalOf(await redeliver(other, delivery!.id))).toEqual(notFound);
    await company.admin.api.put(`/webhooks/${webhook.id}`, { active: false });
    expect(refusalOf(await redeliver(webhook, delivery!.id))).toEqual(INACTIVE);
  });
});

describe('PUT /webhooks/{id} while a delivery is claimed', () => {
  it('waits for no receiver; the attempt under way counts, and the next one goes to the new place', async () => {
    const held: ServerResponse[] = [];
    const old = await receiver((response) => held.push(response));
    const next = await receiver();
    const webhook = await createWebhook(company.admin, { url: old.url, retryCount: 1 });
    await createTask(company.member, project.id);
    const [first] = await old.received(1);
    const change = { url: next.url, secret: 'another secret of this webhook' };
    expect((await company.admin.api.put(`/webhooks/${webhook.id}`, change)).status).toBe(200);
    held[0]?.writeHead(500).end();
    const [again] = await next.received(1);
    expect(again?.text).toBe(first?.text);
    expect(await verify(change.secret, again!.text, String(again!.headers['x-webhook-signature']))).toBe(true);
    const [delivery, ...others] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ statusCode: 500 }, { statusCode: 204 }] });
  });

  it('that switches it off lets the attempt under way end, and makes no other', async () => {
    const held: ServerResponse[] = [];
    const one = await receiver((response) => held.push(response));
    const webhook = await createWebhook(company.admin, { url: one.url, retryCount: 3 });
    await createTask(company.member, project.id);
    await one.received(1);
    expect((await company.admin.api.put(`/webhooks/${webhook.id}`, { active: false })).status).toBe(200);
    held[0]?.writeHead(500).end();
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ statusCode: 500 }] });
    expect(one.requests).toHaveLength(1);
  });
});
