import type { ServerResponse } from 'node:http';
import { verify } from '@octokit/webhooks-methods';
import { EventHints } from '#core/events/event-hints.js';
import { DeliveryQueue } from '#modules/webhooks/delivery/delivery-queue.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook, deliveriesOf, finishedDeliveriesOf, WEBHOOK_SECRET } from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { receivers } from '../../support/webhook-suite.js';
import { type ClaimedDelivery } from '#modules/webhooks/delivery/delivery-queue.repository.js';

const ENVIRONMENT = {
  JWT_SECRET: 'a secret of the tests that is long enough',
  SECRETS_KEY: Buffer.alloc(32, 's').toString('base64'),
  OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8',
  TLS_MODE: 'proxy',
};
const EVENTS = ['task.created'];

let database: TestDatabase;
/** Answers requests, and leaves deliveries to the workers of each test. */
let api: TestService;
let company: TestCompany;
let project: TestProject;
const folder = temporaryFolder();
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  api = await startTestService({ processRoles: new Set(['api']) }, database);
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const receiver = receivers();
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  company = await createCompany(api.api);
  project = await createProject(company.member);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A worker in a process of its own, which can be stopped and killed. */
async function workerProcess(): Promise<ServiceProcess> {
  const environment = { ...ENVIRONMENT, DATABASE_URL: database.url, PROCESS_ROLES: 'worker' };
  const worker = await new ServiceProcess(folder, environment).ready();
  ends.push(async () => {
    if (!worker.hasEnded) await worker.end('SIGKILL');
  });
  return worker;
}

async function workerHere(): Promise<TestService> {
  const worker = await startTestService({ processRoles: new Set(['worker']) }, database);
  ends.push(() => worker.stop());
  return worker;
}

/** As a worker claims the delivery that is due. */
async function claimOne(): Promise<ClaimedDelivery> {
  const room = { companyId: company.id, slots: 1, known: new Map<string, number>(), unknown: 1 };
  const { deliveries } = await api.app.get(DeliveryQueue).claimDeliveries([room]);
  return deliveries[0] as ClaimedDelivery;
}

/** As if the lease of what is claimed had run out. */
const endLeases = () =>
  database.rows('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE claim_id IS NOT NULL');

describe('workers', () => {
  it('attempt each delivery once, however many there are', async () => {
    const one = await receiver((response) => void setTimeout(() => response.writeHead(200).end(), 5));
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    await workerHere();
    await workerHere();
    await workerProcess();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => createTask(company.member, project.id)));
    }
    await finishedDeliveriesOf(company.admin, webhook, 300);
    expect(one.requests).toHaveLength(300);
    expect(new Set(one.requests.map(({ headers }) => headers['x-webhook-event-id'])).size).toBe(300);
  });

  it('are processes with that role only', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    await createTask(company.member, project.id);
    const [waiting] = await deliveriesOf(company.admin, webhook);
    expect([waiting?.status, one.requests.length]).toEqual(['pending', 0]);
    await workerHere();
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery?.status).toBe('delivered');
  });

  it('are woken by changes that may have deliveries', async () => {
    const hint = jest.spyOn(api.app.get(EventHints), 'hint');
    const hints = () =>
      hint.mock.calls.filter(([companyId]) => companyId === company.id).map(([, delivered]) => delivered);
    await createTask(company.member, project.id);
    expect(hints()).toEqual([false]);
    const webhook = await createWebhook(company.admin, { url: (await receiver()).url, events: EVENTS });
    hint.mockClear();
    await createTask(company.member, project.id);
    await company.admin.api.post(`/webhooks/${webhook.id}/ping`, {});
    expect(hints()).toEqual([true, true]);
    hint.mockRestore();
  });
});

describe('a worker that stood still past its lease', () => {
  it('does not overwrite the result of the worker that took over', async () => {
    const responses: ServerResponse[] = [];
    const one = await receiver((response) => void responses.push(response));
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    const first = await workerProcess();
    await createTask(company.member, project.id, { title: 'contested' });
    await one.received(1);
    first.signal('SIGSTOP');
    await endLeases();
    const successor = await workerHere();
    await one.received(2);
    responses[1]!.writeHead(200).end();
    const [settled] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(settled).toMatchObject({
      status: 'delivered',
      attempts: [
        {
          id: one.requests[0]!.headers['x-webhook-delivery'],
          statusCode: null,
          error: 'The service ended before an answer came',
        },
        { id: one.requests[1]!.headers['x-webhook-delivery'], statusCode: 200, error: null },
      ],
    });
    await successor.stop();
    ends.pop();
    responses[0]!.writeHead(500).end();
    first.signal('SIGCONT');
    // It records one after the other: what it delivers next comes after what it may no longer record.
    one.answer = 200;
    await createTask(company.member, project.id, { title: 'next' });
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(deliveries[1]).toEqual(settled);
  });
});

describe('a redelivery of a delivery whose lease has expired', () => {
  it.each(['delivered', 'failed'] as const)(
    'follows the attempt, which is recorded after all as %s',
    async (result) => {
      const one = await receiver();
      const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS, retryCount: 0 });
      await createTask(company.member, project.id);
      const queue = api.app.get(DeliveryQueue);
      const claim = await claimOne();
      await endLeases();
      const { status, body } = await company.admin.api.post(`/webhooks/${webhook.id}/deliveries/${claim.id}/redeliver`);
      expect([status, body]).toMatchObject([202, { status: 'pending', attempts: [] }]);
      const attempt = {
        id: claim.claimId,
        at: new Date().toISOString(),
        statusCode: 500,
        durationMs: 1,
        error: 'x',
      };
      await queue.recordOutcomes([{ claim, result, attempt, answer: null }]);
      await workerHere();
      const [finished] = await finishedDeliveriesOf(company.admin, webhook, 1);
      expect(finished).toMatchObject({ status: 'delivered', attempts: [attempt, { statusCode: 204 }] });
      expect(one.requests).toHaveLength(1);
    },
  );

  it('comes after the attempt of the next worker that claims it', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    await createTask(company.member, project.id);
    const { id } = await claimOne();
    await endLeases();
    await company.admin.api.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`);
    await workerHere();
    const [finished] = await finishedDeliveriesOf(company.admin, webhook, 1);
    const error = 'The service ended before an answer came';
    expect(finished?.attempts.map((attempt) => attempt.error)).toEqual([error, null, null]);
    expect(one.requests).toHaveLength(2);
  });
});

describe('a worker that is killed', () => {
  it('leaves its running attempts to other workers, and they are recorded', async () => {
    const one = await receiver(() => undefined);
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS, retryCount: 0 });
    const worker = await workerProcess();
    await createTask(company.member, project.id);
    await one.received(1);
    await worker.end('SIGKILL');
    one.answer = 200;
    await endLeases();
    await workerHere();
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    // What the service has broken off counts as no attempt of the receiver's.
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ statusCode: null }, { statusCode: 200 }] });
  });
});

describe('a delivery whose workers die', () => {
  it('has failed after three attempts that were lost with their process', async () => {
    const webhook = await createWebhook(company.admin, { events: EVENTS });
    await createTask(company.member, project.id);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await claimOne()).webhookId).toBe(webhook.id);
      await endLeases();
    }
    expect(await claimOne()).toBeUndefined();
    const [delivery] = await deliveriesOf(company.admin, webhook);
    expect([delivery?.status, delivery?.attempts.length, delivery?.nextAttemptAt]).toEqual(['failed', 3, null]);
    // A redelivery is one more attempt.
    await company.admin.api.post(`/webhooks/${webhook.id}/deliveries/${delivery!.id}/redeliver`);
    expect((await claimOne()).id).toBe(delivery!.id);
    await endLeases();
    expect(await claimOne()).toBeUndefined();
  });
});

describe('a delivery that is claimed while its webhook is changed', () => {
  it('goes to the old target with the old secret, and its next attempt to the new one with the new', async () => {
    const [one, other] = [await receiver(), await receiver()];
    let release: () => void = () => undefined;
    one.answer = (response) => (release = () => response.writeHead(500).end());
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS, retryCount: 1 });
    await workerHere();
    await createTask(company.member, project.id);
    await one.received(1);
    const secret = 'The secret of the other receiver';
    const { status } = await company.admin.api.put(`/webhooks/${webhook.id}`, { url: other.url, secret });
    expect(status).toBe(200);
    release();
    await other.received(1);
    const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ statusCode: 500 }, { error: null }] });
    const isSigned = (by: string, { text, headers }: (typeof one.requests)[0]) =>
      verify(by, text, String(headers['x-webhook-signature']));
    expect(await isSigned(WEBHOOK_SECRET, one.requests[0]!)).toBe(true);
    expect(await isSigned(secret, other.requests[0]!)).toBe(true);
    expect([one.requests.length, other.requests.length]).toEqual([1, 1]);
  });
});

describe('a worker that is told to stop', () => {
  it('gives its running attempts back at once', async () => {
    const [hanging, quick] = [await receiver(() => undefined), await receiver()];
    const webhooks = [];
    for (let count = 0; count < 3; count += 1) {
      webhooks.push(await createWebhook(company.admin, { url: hanging.url, events: EVENTS, retryCount: 0 }));
    }
    const other = await createWebhook(company.admin, { url: quick.url, events: EVENTS });
    const worker = await workerProcess();
    await createTask(company.member, project.id);
    await hanging.received(3);
    await finishedDeliveriesOf(company.admin, other, 1);
    expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const rows = await database.rows(
      `SELECT claim_id, next_attempt_at <= now() AS due FROM webhook_deliveries WHERE status = 'pending' AND company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual(webhooks.map(() => ({ claim_id: null, due: true })));
    const error = 'The service was stopped before an answer came';
    for (const webhook of webhooks) {
      expect(await deliveriesOf(company.admin, webhook)).toMatchObject([{ attempts: [{ error }] }]);
    }
    hanging.answer = 200;
    await workerHere();
    for (const webhook of webhooks) {
      const [delivery] = await finishedDeliveriesOf(company.admin, webhook, 1);
      expect(delivery?.status).toBe('delivered');
    }
  });

  it('waits for an attempt that is about to end', async () => {
    const responses: ServerResponse[] = [];
    const one = await receiver((response) => void responses.push(response));
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    const worker = await workerProcess();
    await createTask(company.member, project.id);
    await one.received(1);
    worker.signal('SIGTERM');
    await eventually('it says that it stops', () => worker.stdout.includes('SIGTERM: stopping'));
    responses[0]!.writeHead(200).end();
    await worker.wait();
    const [delivery] = await deliveriesOf(company.admin, webhook);
    expect([delivery?.status, delivery?.attempts.length]).toEqual(['delivered', 1]);
  });
});

describe('a worker whose database goes away', () => {
  it('loses nothing, and goes on', async () => {
    const one = await receiver();
    const webhook = await createWebhook(company.admin, { url: one.url, events: EVENTS });
    await workerHere();
    let release: () => void = () => undefined;
    one.answer = (response) => (release = () => response.writeHead(200).end());
    await createTask(company.member, project.id, { title: 'under way' });
    await one.received(1);
    // Breaks every connection but this one, as a restart of the database does.
    await database.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    release();
    one.answer = 200;
    await eventually('the service answers again', async () => {
      return (await company.member.api.post('/tasks', { title: 'after', projectId: project.id })).status === 201;
    });
    const deliveries = await finishedDeliveriesOf(company.admin, webhook, 2);
    expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  });
});
