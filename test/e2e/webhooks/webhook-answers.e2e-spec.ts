import type { TestCompany } from '../../factories/company.factory.js';
import type { TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  attemptedDeliveryOf,
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
} from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import type { Receiver } from '../../support/receiver.js';
import { eachWithReceiver } from '../../support/webhook-suite.js';

let company: TestCompany;
let project: TestProject;
let receiver: Receiver;
eachWithReceiver((given) => ({ company, project, receiver } = given));

const webhookFor = (input: object = {}) =>
  createWebhook(company.admin, {
    url: receiver.url,
    events: ['task.created'],
    retryCount: 3,
    retryDelay: 60,
    ...input,
  });
const get = async ({ id }: TestWebhook) => (await company.admin.api.get<TestWebhook>(`/webhooks/${id}`)).body;

describe('an attempt answered 410', () => {
  it('fails the delivery, switches the webhook off and tells who can mend it', async () => {
    const webhook = await webhookFor();
    // Waits for its next attempt when the webhook is switched off.
    receiver.answer = 500;
    await createTask(company.member, project.id);
    await attemptedDeliveryOf(company.admin, webhook);
    receiver.answer = 410;
    await createTask(company.member, project.id);
    await eventually('it is off', async () => !(await get(webhook)).active);
    expect(await get(webhook)).toMatchObject({ disabledReason: '410 Gone', disabledAt: expect.stringMatching(/Z$/) });
    const [gone, waiting] = await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(gone).toMatchObject({ status: 'failed', nextAttemptAt: null, attempts: [{ statusCode: 410 }] });
    expect(waiting).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const told = async ({ api }: typeof company.admin) =>
      (await api.get('/inbox')).body.filter(({ thing }: { thing: { id: string } }) => thing.id === webhook.id);
    for (const user of [company.admin, company.owner]) {
      await eventually('the entry', async () => (await told(user)).length > 0);
      const [entry] = await told(user);
      expect(entry).toMatchObject({ kind: 'company', reasons: ['webhook'], count: 1 });
      expect(entry.events[0].text).toMatch(/^A webhook has been switched off: 127\.0\.0\.1:\d+ has answered 410 Gone$/);
    }
    const { body } = await company.admin.api.put(`/webhooks/${webhook.id}`, { active: true });
    expect(body).toMatchObject({ active: true, disabledReason: null, disabledAt: null });
  });

  it('leaves on a webhook that has another address by then', async () => {
    const webhook = await webhookFor();
    receiver.answer = (response) => {
      const { id } = webhook;
      void company.admin.api
        .put(`/webhooks/${id}`, { url: `${receiver.url}-moved`, secret: 'Another secret' })
        .then(() => response.writeHead(410).end());
    };
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ statusCode: 410 }] });
    expect(await get(webhook)).toMatchObject({ active: true, disabledReason: null });
  });

  it('of a ping leaves the webhook on', async () => {
    const webhook = await webhookFor();
    receiver.answer = 410;
    for (const input of [undefined, { event: 'task.created' }]) {
      expect((await company.admin.api.post(`/webhooks/${webhook.id}/ping`, input)).status).toBe(202);
    }
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['failed', 1],
      ['failed', 1],
    ]);
    expect(await get(webhook)).toMatchObject({ active: true, disabledReason: null, disabledAt: null });
  });
});

describe('an attempt answered with Retry-After', () => {
  it.each([
    [429, () => '600', 600],
    [503, () => '600', 600],
    [503, () => new Date(Date.now() + 600_000).toUTCString(), 600],
    [503, () => '5', 60],
    [503, () => new Date(Date.now() - 600_000).toUTCString(), 60],
    [429, () => 'later', 60],
    [503, () => '9999999', 86_400],
    [500, () => '600', 60],
  ])('%i %s: the next one follows after %#', async (status, header, seconds) => {
    const webhook = await webhookFor();
    receiver.answer = (response) => response.writeHead(status, { 'Retry-After': header() }).end();
    await createTask(company.member, project.id);
    await attemptedDeliveryOf(company.admin, webhook);
    await eventually('it is recorded', async () => {
      const [delivery] = await deliveriesOf(company.admin, webhook);
      return delivery?.attempts.length === 1 && delivery.nextAttemptAt !== null;
    });
    const [{ attempts, nextAttemptAt }] = (await deliveriesOf(company.admin, webhook)) as [
      Awaited<ReturnType<typeof deliveriesOf>>[0],
    ];
    const pause = (Date.parse(nextAttemptAt!) - Date.parse(attempts[0]!.at)) / 1_000;
    expect(pause).toBeGreaterThan(seconds - 3);
    expect(pause).toBeLessThan(seconds + 30);
  });

  it('is attempted again then, and counts attempts as ever', async () => {
    const webhook = await webhookFor({ retryCount: 1, retryDelay: 0 });
    receiver.answer = (response) => response.writeHead(503, { 'Retry-After': '1' }).end();
    await createTask(company.member, project.id);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ statusCode: 503 }, { statusCode: 503 }] });
    const [first, second] = delivery!.attempts.map(({ at }) => Date.parse(at)) as [number, number];
    expect(second - first).toBeGreaterThanOrEqual(990);
  });
});
