import { WebhookDisablingTask } from '#modules/webhooks/health/webhook-disabling.task.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import {
  attemptedDeliveryOf,
  createWebhook,
  deliveriesOf,
  finishedDeliveriesOf,
  type TestWebhook,
} from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { Receiver } from '../../support/receiver.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { eachWithReceiver } from '../../support/webhook-suite.js';

const NO_HEALTH = { lastSuccessAt: null, lastFailureAt: null, failingSince: null };

let service: TestService;
let company: TestCompany;
let project: TestProject;
let receiver: Receiver;
eachWithReceiver((given) => ({ service, company, project, receiver } = given));

const webhookFor = (input: object = {}) =>
  createWebhook(company.admin, { url: receiver.url, events: ['task.created'], retryCount: 0, ...input });
const get = async ({ id }: TestWebhook) => (await company.admin.api.get<TestWebhook>(`/webhooks/${id}`)).body;
const put = ({ id }: TestWebhook, input: object) => company.admin.api.put<TestWebhook>(`/webhooks/${id}`, input);
const disable = (of: TestService = service) => of.app.get(WebhookDisablingTask).run();

/** As if it had failed for so long, so often. */
async function fail({ id }: TestWebhook, days: number, attempts: number): Promise<void> {
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  await service.database.rows(
    'UPDATE webhook_health SET failing_since = $2, last_failure_at = $2, failed_attempts = $3 WHERE id = $1',
    [id, since, attempts],
  );
}

/** The attempt of one more event. */
async function attempt(webhook: TestWebhook, status: number) {
  receiver.answer = status;
  const count = (await deliveriesOf(company.admin, webhook)).length + 1;
  await createTask(company.member, project.id);
  return (await finishedDeliveriesOf(company.admin, webhook, count))[0]!.attempts[0]!;
}

describe('the health of a webhook', () => {
  it('shows the last success, the last failure and the first failure since', async () => {
    const webhook = await webhookFor();
    expect(webhook.health).toEqual(NO_HEALTH);
    const success = await attempt(webhook, 200);
    expect((await get(webhook)).health).toEqual({ ...NO_HEALTH, lastSuccessAt: success.at });
    const failure = await attempt(webhook, 500);
    const failing = { lastSuccessAt: success.at, lastFailureAt: failure.at, failingSince: failure.at };
    expect((await get(webhook)).health).toEqual(failing);
    const later = await attempt(webhook, 503);
    await eventually('the later failure', async () => (await get(webhook)).health.lastFailureAt === later.at);
    const { health } = await get(webhook);
    expect(health.failingSince).toBe(failure.at);
    expect((await company.owner.api.get('/webhooks')).body).toMatchObject([{ id: webhook.id, health }]);
    const recovery = await attempt(webhook, 204);
    const recovered = { lastSuccessAt: recovery.at, lastFailureAt: later.at, failingSince: null };
    expect((await get(webhook)).health).toEqual(recovered);
  });

  it('belongs to one webhook, and counts every failure', async () => {
    const dead = await webhookFor({ url: 'http://127.0.0.1:9/', retryCount: 2 });
    const healthy = await webhookFor();
    await attempt(healthy, 200);
    await finishedDeliveriesOf(company.admin, dead, 1);
    const count = async () =>
      (await service.database.rows('SELECT failed_attempts FROM webhook_health WHERE id = $1', [dead.id]))[0];
    await eventually('3 failures are counted', async () => (await count())?.['failed_attempts'] === 3);
    expect((await get(healthy)).health.failingSince).toBeNull();
  });
});

describe('a webhook whose receiver is down', () => {
  it('is switched off after three days and 20 attempts, and each ADMIN and OWNER is told once', async () => {
    const webhook = await webhookFor({ url: 'http://127.0.0.1:9/secret-path', retryCount: 1, retryDelay: 600 });
    await createTask(company.member, project.id);
    await attemptedDeliveryOf(company.admin, webhook);
    await fail(webhook, 3.01, 20);
    const before = await get(webhook);
    await Promise.all([disable(), disable(), disable()]);
    const after = await get(webhook);
    expect(after).toEqual({
      ...before,
      active: false,
      disabledReason: `Every attempt since ${before.health.failingSince} has failed`,
      disabledAt: expect.stringMatching(/Z$/),
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
    expect(await deliveriesOf(company.admin, webhook)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
    const told = async ({ api }: typeof company.admin) =>
      (await api.get('/inbox')).body.filter(({ thing }: { thing: { id: string } }) => thing.id === webhook.id);
    for (const user of [company.admin, company.owner]) {
      await eventually('the entry', async () => (await told(user)).length > 0);
      const [entry] = await told(user);
      expect(entry).toMatchObject({ kind: 'company', thing: { name: '127.0.0.1:9' }, reasons: ['webhook'], count: 1 });
      expect(entry.events[0].text).toContain('A webhook has been switched off');
      expect(JSON.stringify(entry)).not.toContain('secret-path');
    }
    for (const user of [company.member, company.viewer]) expect(await told(user)).toEqual([]);
  });

  it.each([
    [2.99, 20],
    [30, 19],
  ])('stays on after %d days and %d attempts', async (days, attempts) => {
    const webhook = await webhookFor();
    await fail(webhook, days, attempts);
    const before = await get(webhook);
    await disable();
    expect(await get(webhook)).toEqual(before);
  });

  it('stays on when an attempt succeeds in between', async () => {
    const webhook = await webhookFor();
    await fail(webhook, 30, 100);
    await attempt(webhook, 200);
    await disable();
    expect((await get(webhook)).active).toBe(true);
    await attempt(webhook, 500);
    await disable();
    expect((await get(webhook)).active).toBe(true);
  });

  it('is switched on by active: true, which resets its health', async () => {
    const webhook = await webhookFor();
    await fail(webhook, 30, 100);
    await disable();
    const touched = await put(webhook, { retryCount: 3 });
    expect(touched.body).toMatchObject({ active: false, disabledReason: expect.any(String) });
    const { body } = await put(webhook, { active: true });
    expect(body).toMatchObject({ active: true, disabledReason: null, disabledAt: null, health: NO_HEALTH });
    await disable();
    expect(await get(webhook)).toEqual(body);
    expect((await attempt(webhook, 200)).statusCode).toBe(200);
  });

  it('starts the three days again by active: true while it is on', async () => {
    const webhook = await webhookFor();
    await fail(webhook, 30, 100);
    const { body } = await put(webhook, { active: true });
    expect(body).toEqual({ ...webhook, health: NO_HEALTH });
    await disable();
    expect((await get(webhook)).active).toBe(true);
  });

  it('has no reason when someone switches it off', async () => {
    const { body } = await put(await webhookFor(), { active: false });
    expect(body).toMatchObject({ active: false, disabledReason: null, disabledAt: null });
  });

  it('is never switched off with WEBHOOK_DISABLE_DAYS=0, nor by a process without the role scheduler', async () => {
    const webhook = await webhookFor();
    await fail(webhook, 300, 1_000);
    for (const overrides of [{ webhookDisableDays: 0 }, { processRoles: new Set(['api' as const]) }]) {
      const other = await startTestService(overrides, service.database);
      await disable(other);
      await other.stop();
    }
    expect((await get(webhook)).active).toBe(true);
  });
});

describe('backoff', () => {
  /** Seconds until the next attempt after each of `count` failures, in place of which no time passes. */
  async function delaysOf(webhook: TestWebhook, count: number): Promise<number[]> {
    receiver.answer = 500;
    await createTask(company.member, project.id);
    const delays = [];
    for (let made = 1; made <= count; made += 1) {
      await eventually(`attempt ${made}`, async () => {
        const [delivery] = await deliveriesOf(company.admin, webhook);
        return delivery?.attempts.length === made && delivery.nextAttemptAt !== null;
      });
      const [{ attempts, nextAttemptAt }] = (await deliveriesOf(company.admin, webhook)) as [
        Awaited<ReturnType<typeof deliveriesOf>>[0],
      ];
      const { at, durationMs } = attempts[made - 1]!;
      delays.push(Math.round((Date.parse(nextAttemptAt!) - Date.parse(at) - durationMs!) / 10_000) * 10);
      await service.database.rows('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1', [
        webhook.id,
      ]);
    }
    return delays;
  }

  it('doubles the delay from attempt to attempt', async () => {
    const webhook = await webhookFor({ retryCount: 10, retryDelay: 100, backoff: true });
    expect(await delaysOf(webhook, 5)).toEqual([100, 200, 400, 800, 1_600]);
  });

  it('goes up to 24 hours', async () => {
    const webhook = await webhookFor({ retryCount: 10, retryDelay: 3_600, backoff: true });
    expect(await delaysOf(webhook, 7)).toEqual([3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400]);
  });

  it('is off by default', async () => {
    const webhook = await webhookFor({ retryCount: 10, retryDelay: 100 });
    expect(await delaysOf(webhook, 3)).toEqual([100, 100, 100]);
  });
});
