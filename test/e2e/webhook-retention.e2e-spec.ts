import { Database } from '../../src/core/database/database.js';
import { WebhookCleanupTask } from '../../src/modules/webhooks/log/webhook-cleanup.task.js';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { eventPage } from '../factories/event.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { createWebhook, deliveriesOf } from '../factories/webhook.factory.js';
import { startTestService, type TestService } from '../support/test-service.js';

const THREE_DAYS = `now() - interval '3 days 1 hour'`;

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  // Without a worker, so that what is pending stays so.
  service = await startTestService({ eventRetentionDays: 2, processRoles: new Set(['api', 'scheduler']) });
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

const events = async () =>
  (
    await service.database.rows<{ title: string }>(
      `SELECT data ->> 'title' AS title FROM events WHERE name = 'task.created' ORDER BY 1`,
    )
  ).map(({ title }) => title);

it('keeps events and finished deliveries for as long as is asked, and what is pending for as long as it takes', async () => {
  const project = await createProject(company.member);
  const webhook = await createWebhook(company.admin, { events: ['task.created'] });
  for (const title of ['a new one', 'old and finished', 'old and pending']) {
    await createTask(company.member, project.id, { title });
  }
  const ofTitle = (title: string) => `(SELECT id FROM events WHERE data ->> 'title' = '${title}')`;
  await service.database.rows(
    `UPDATE webhook_deliveries SET status = 'delivered' WHERE event_id <> ${ofTitle('old and pending')}`,
  );
  await service.database.rows(
    `UPDATE webhook_deliveries SET created_at = ${THREE_DAYS} WHERE event_id <> ${ofTitle('a new one')}`,
  );
  await service.database.rows(`UPDATE events SET occurred_at = ${THREE_DAYS} WHERE id <> ${ofTitle('a new one')}`);
  await service.app.get(WebhookCleanupTask).run();
  expect(await events()).toEqual(['a new one', 'old and pending']);
  const statuses = (await deliveriesOf(company.admin, webhook)).map(({ status }) => status);
  expect(statuses).toEqual(['delivered', 'pending']);
});

it('finds what is old by an index, however much is new', async () => {
  const new20000 = `FROM generate_series(1, 20000)`;
  await service.database.rows(
    `INSERT INTO events (company_id, id, position, name, data, occurred_at)
      SELECT $1, gen_random_uuid(), 1, 'label.created', '{}', now() ${new20000}`,
    [company.id],
  );
  await service.database.rows(
    `INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, created_at)
      SELECT $1, gen_random_uuid(), $1, gen_random_uuid(), 'label.created', 'delivered', '[]', 0, now() ${new20000}`,
    [company.id],
  );
  await service.database.rows('ANALYZE events, webhook_deliveries');
  const row = jest.spyOn(service.app.get(Database), 'row');
  await service.app.get(WebhookCleanupTask).run();
  const indexes = [];
  for (const [, { text }, values] of row.mock.calls) {
    const plan = JSON.stringify(await service.database.rows(`EXPLAIN ${text}`, values));
    indexes.push(/Index Scan (?:using|on) (\w+_age)/.exec(plan)?.[1]);
  }
  expect(indexes).toEqual(['webhook_deliveries_age', 'events_age']);
});

it('remembers how far the events of a company are gone', async () => {
  const { owner } = await createCompany(service.api);
  const project = await createProject(owner);
  for (const title of ['dropped', 'kept']) await createTask(owner, project.id, { title });
  const { data } = await eventPage(owner);
  const positionOf = (name: string) =>
    data.find((event) => [event.event, event.data['title']].includes(name))!.position;
  await service.database.rows(
    `UPDATE events SET occurred_at = ${THREE_DAYS} WHERE company_id = (SELECT company_id FROM projects WHERE id = $1)
      AND coalesce(data ->> 'title', '') <> 'kept'`,
    [project.id],
  );
  await service.app.get(WebhookCleanupTask).run();
  for (const after of ['0', positionOf('project.created')]) {
    const { status, body } = await owner.api.get(`/events?after=${after}`);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  }
  for (const query of ['', `?after=${positionOf('dropped')}`]) {
    expect((await eventPage(owner, query)).data.map((event) => event.data['title'] as string)).toEqual(['kept']);
  }
});
