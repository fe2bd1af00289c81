import { DUE_COMPANIES, DUE_RECURRENCES, LOCK_DUE } from '#modules/recurrences/recurrences.repository.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../../factories/recurrence.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { HOUR, iso } from '../../support/clock.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { RowLock } from '../../support/row-lock.js';
import { receivers } from '../../support/webhook-suite.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

/** Schedules nothing itself: two other processes do. */
let service: TestService;
let schedulers: TestService[];
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api', 'worker']) }));
  project = await createProject(company.owner);
  const start = () => startTestService({ processRoles: new Set(['scheduler']) }, service.database);
  schedulers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const scheduler of schedulers) await scheduler.stop();
  await service.stop();
});
const startReceiver = receivers();

/** Makes its moment come: some milliseconds from now, or ago. */
async function setMoment(ids: readonly string[], milliseconds: number): Promise<void> {
  const text = 'UPDATE recurrences SET next_at = $2, due_at = $2 WHERE id = ANY ($1::uuid[])';
  await service.database.rows(text, [ids, iso(Date.now() + milliseconds)]);
}

const madeOf = async (of: TestCompany, recurrences: readonly TestRecurrence[]) => {
  const all = (await of.owner.api.get<TestRecurrence[]>('/recurrences')).body;
  return all.filter(({ id }) => recurrences.some((one) => one.id === id)).map(({ made }) => made);
};

it('makes each task once, however many schedulers there are', async () => {
  const many = await Promise.all(
    Array.from({ length: 30 }, () =>
      createRecurrence(company.member, project.id, { schedule: { frequency: 'yearly' } }),
    ),
  );
  await setMoment(
    many.map(({ id }) => id),
    500,
  );
  const isMade = async () => (await madeOf(company, many)).every((made) => made > 0);
  await eventually('all are made', isMade);
  expect(await madeOf(company, many)).toEqual(many.map(() => 1));
  for (const { id } of many) {
    expect((await company.owner.api.get(`/tasks?recurrenceId=${id}`)).body).toHaveLength(1);
  }
});

it('is heard of by webhooks', async () => {
  const receiver = await startReceiver();
  await createWebhook(company.admin, { url: receiver.url, events: ['task.created'] });
  const daily = await createRecurrence(company.member, project.id, { name: 'Heard' });
  await setMoment([daily.id], 0);
  await eventually('it is told', () => receiver.requests.length > 0);
  expect(receiver.requests[0]!.headers['x-webhook-actor']).toBe(`recurrence:${daily.id}`);
  expect(receiver.requests[0]!.body['data']).toMatchObject({ recurrenceId: daily.id });
});

itWithoutCitus('looks for what is due by an index, however many there are', async () => {
  const { id } = await createRecurrence(company.member, project.id, { active: false });
  const copies = `INSERT INTO recurrences SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
      'active', true, 'due_at', now() + n * interval '1 hour', 'next_at', now() + n * interval '1 hour'))).*
    FROM recurrences r, generate_series(1, 10000) n WHERE r.id = $1`;
  await service.database.rows(copies, [id]);
  await service.database.rows('ANALYZE recurrences');
  const now = (text: string) => text.replace(/\$1(?:::timestamptz)?/g, 'now()');
  const lock = LOCK_DUE.text.replaceAll('$1', `'${company.id}'`).replaceAll('$2', 'now()');
  for (const text of [now(DUE_RECURRENCES), now(DUE_COMPANIES.text), lock]) {
    const plan = JSON.stringify(await service.database.rows(`EXPLAIN ${text}`));
    expect(plan).toContain('recurrences_due');
    expect(plan).not.toContain('Seq Scan on recurrences');
  }
  await service.database.rows('DELETE FROM recurrences WHERE due_at > now() AND made = 0');
});

it('waits while the company is deactivated', async () => {
  const other = await createCompany(service.api);
  const { id: projectId } = await createProject(other.owner);
  const daily = await createRecurrence(other.member, projectId);
  const present = await createRecurrence(company.member, project.id);
  await service.database.rows('UPDATE companies SET active = false WHERE id = $1', [other.id]);
  await setMoment([daily.id, present.id], -HOUR);
  await eventually('the other is made', async () => (await madeOf(company, [present]))[0] === 1);
  const made = 'SELECT made FROM recurrences WHERE id = $1';
  expect(await service.database.rows(made, [daily.id])).toEqual([{ made: 0 }]);
  await service.database.rows('UPDATE companies SET active = true WHERE id = $1', [other.id]);
  await eventually('it is made', async () => {
    const [row] = await service.database.rows<{ made: number }>(made, [daily.id]);
    return row?.made === 1;
  });
});

it('does not have others wait for a company whose tasks cannot be made now', async () => {
  const other = await createCompany(service.api);
  const daily = await createRecurrence(other.member, (await createProject(other.owner)).id);
  const held: TestRecurrence[] = [];
  while (held.length < 20) held.push(await createRecurrence(company.member, project.id));
  const lock = await RowLock.take(service.database, 'project_counters WHERE project_id = $1', project.id);
  const ids = held.map(({ id }) => id);
  await setMoment(ids, 0);
  await service.database.lockWaits(schedulers.length);
  await setMoment([daily.id], 0);
  await eventually('the other is made', async () => (await madeOf(other, [daily]))[0] === 1, COUNTS_WITHIN);
  expect(await madeOf(company, held)).toEqual(held.map(() => 0));
  await lock.release();
  // What has failed would be tried again later.
  const text = 'UPDATE recurrences SET due_at = next_at WHERE id = ANY ($1::uuid[]) AND made = 0';
  await service.database.rows(text, [ids]);
  await eventually('all are made', async () => (await madeOf(company, held)).every((made) => made === 1));
});
