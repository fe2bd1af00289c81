import { Client } from 'pg';
import { Partitions } from '#core/partitions/partitions.js';
import { lowestUuidAt, momentOf } from '#core/partitions/spans.js';
import { DeliveryQueue } from '#modules/webhooks/delivery/delivery-queue.js';
import { fanOut } from '#modules/webhooks/delivery/fan-out.repository.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { eventPage } from '../../factories/event.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook, deliveriesOf } from '../../factories/webhook.factory.js';
import { eventually } from '../../support/eventually.js';
import { statementsOf } from '../../support/sent-statements.js';
import { TableLock } from '../../support/table-lock.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const DAY = 86_400_000;
const TABLES = [
  'api_key_requests',
  'audit_entries',
  'audit_people',
  'events',
  'task_activity',
  'virtual_colleague_activity',
  'virtual_colleague_runs',
  'webhook_deliveries',
];

let service: TestService;
let company: TestCompany;
beforeEach(async () => {
  // Without a worker, so that what is pending stays so.
  ({ service, company } = await startWithCompanies({
    eventRetentionDays: 2,
    processRoles: new Set(['api', 'scheduler']),
  }));
});
afterEach(() => service.stop());

const rows = <Row extends object>(text: string, values?: unknown[]) => service.database.rows<Row>(text, values);

/** The bounds of a table's partitions, Unix time in milliseconds; null: there is none below. */
async function boundsOf(table: string): Promise<[from: number | null, to: number][]> {
  const text = `SELECT pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = $1::regclass ORDER BY pg_get_expr(c.relpartbound, c.oid) LIKE '%MINVALUE%' DESC, 1`;
  return (await rows<{ bound: string }>(text, [table])).map(({ bound }) => {
    const [, from, to] = /FROM \((?:MINVALUE|'(.*)')\) TO \('(.*)'\)/.exec(bound)!;
    return [from === undefined ? null : momentOf(from), momentOf(to!)];
  });
}

/** As if the inbox had read all there is. */
const readLog = () =>
  rows(`INSERT INTO inbox_positions (company_id, position) SELECT company_id, position FROM event_positions
    ON CONFLICT (company_id) DO UPDATE SET position = excluded.position`);

/** Has the upkeep run as it will in so many days. */
async function runIn(days: number): Promise<void> {
  await readLog();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY);
  await service.app
    .get(Partitions)
    .run()
    .finally(() => now.mockRestore());
}

const titles = async () =>
  (
    await rows<{ title: string }>(
      `SELECT data ->> 'title' AS title FROM events WHERE name = 'task.created' ORDER BY id`,
    )
  ).map(({ title }) => title);

/** An event as it was committed so many days ago, with deliveries to the webhooks that want it. Gives its id. */
async function insertEvent(days: number, title: string): Promise<string> {
  const moment = Date.now() - days * DAY;
  const id = lowestUuidAt(moment);
  await rows(
    `WITH counter AS (UPDATE event_positions SET position = position + 1 WHERE company_id = $1 RETURNING position),
        written AS (
          INSERT INTO events (company_id, id, position, name, data, occurred_at)
          SELECT $1, $2::uuid, position, 'task.created', json_build_object('title', $3::text), to_timestamp($4) FROM counter
          RETURNING *, NULL::uuid AS former_project_id, NULL::uuid[] AS not_for, false AS is_undelivered)
      ${fanOut('written', '$1')}`,
    [company.id, id, title, moment / 1_000],
  );
  await rows('UPDATE webhook_deliveries SET id = $1 WHERE event_id = $1', [id]);
  return id;
}

const finish = (eventId?: string) =>
  rows(`UPDATE webhook_deliveries SET status = 'delivered' WHERE event_id = $1 OR $1 IS NULL`, [eventId ?? null]);

it('hold the tables that only grow, without a lower bound and up to 7 days from now, and nothing references them', async () => {
  const text = `SELECT relname AS name FROM pg_class WHERE relkind = 'p' ORDER BY 1`;
  expect((await rows<{ name: string }>(text)).map(({ name }) => name)).toEqual(TABLES);
  for (const table of TABLES) {
    const bounds = await boundsOf(table);
    expect(bounds[0]![0]).toBeNull();
    expect(bounds.at(-1)![1]).toBeGreaterThanOrEqual(Date.now() + 7 * DAY);
    bounds.slice(1).forEach(([from], index) => expect(from).toBe(bounds[index]![1]));
  }
  const references = `SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = ANY ($1::regclass[])`;
  expect(await rows(references, [TABLES])).toEqual([]);
});

it('are created ahead, by day or month, and one covers the time of a standstill', async () => {
  await runIn(3);
  for (const [table, least, most] of [['events', DAY, DAY] as const, ['task_activity', 28 * DAY, 31 * DAY] as const]) {
    const bounds = await boundsOf(table);
    expect(bounds.at(-1)![1]).toBeGreaterThanOrEqual(Date.now() + 10 * DAY);
    for (const [from, to] of bounds.slice(1)) {
      expect(to - from!).toBeGreaterThanOrEqual(least);
      expect(to - from!).toBeLessThanOrEqual(most);
    }
  }
  await runIn(1_000);
  const bounds = await boundsOf('virtual_colleague_runs');
  expect(bounds.at(-1)![1]).toBeGreaterThanOrEqual(Date.now() + 1_007 * DAY);
  expect(bounds.length).toBeLessThan(7);
});

it('are dropped when all their rows are too old, except pending deliveries and their events', async () => {
  const webhook = await createWebhook(company.admin, { events: ['task.created'] });
  await createProject(company.member);
  const today = await insertEvent(0, 'of today');
  const later = await insertEvent(-5, 'of later');
  await runIn(12);
  expect(await titles()).toEqual(['of today', 'of later']);
  expect(await deliveriesOf(company.admin, webhook)).toHaveLength(2);
  await finish(today);
  await runIn(12);
  expect(await titles()).toEqual(['of later']);
  expect(await deliveriesOf(company.admin, webhook)).toHaveLength(1);
  const [dropped] = await rows<{ isLast: boolean }>(
    `SELECT dropped = position - 1 AS "isLast" FROM event_positions WHERE company_id = $1`,
    [company.id],
  );
  expect(dropped).toEqual({ isLast: true });
  await finish(later);
  await runIn(12);
  expect(await titles()).toEqual([]);
  expect((await boundsOf('events'))[0]![0]).toBeNull();
});

it('are kept for an event that is being redelivered', async () => {
  const webhook = await createWebhook(company.admin, { events: ['task.created'] });
  await createProject(company.member);
  await insertEvent(0, 'of today');
  await rows(`UPDATE webhook_deliveries SET status = 'failed', id = $1`, [lowestUuidAt(Date.now() + 5 * DAY)]);
  const redelivery = new Client(service.database.url);
  await redelivery.connect();
  await redelivery.query(`BEGIN; UPDATE webhook_deliveries SET status = 'pending'`);
  const dropping = runIn(5);
  await service.database.lockWaits();
  await redelivery.query('COMMIT');
  await redelivery.end();
  await dropping;
  expect(await titles()).toEqual(['of today']);
  expect(await deliveriesOf(company.admin, webhook)).toMatchObject([{ status: 'pending' }]);
});

it('accept rows with old ids, which the next start drops', async () => {
  await createProject(company.member);
  await insertEvent(40, 'from a backup');
  const { data } = await eventPage(company.member);
  expect(data.map(({ event }) => event)).toEqual(['project.created', 'task.created']);
  await readLog();
  await service.app.get(Partitions).onApplicationBootstrap();
  await eventually('it is dropped', async () => (await titles()).length === 0);
  const gone = await company.member.api.get('/events?after=0');
  expect(gone.status).toBe(409);
  await insertEvent(41, 'from an older backup');
  expect(await titles()).toEqual(['from an older backup']);
});

describe('of deliveries', () => {
  const claim = async () => {
    const room = { companyId: company.id, slots: 1, known: new Map<string, number>(), unknown: 1 };
    const { deliveries } = await service.app.get(DeliveryQueue).claimDeliveries([room]);
    return deliveries;
  };

  /** The partitions that the plan of a claim names. */
  const planned = async () => {
    const [{ text, values } = { text: '', values: [] }] = await statementsOf(claim, /^$/);
    const plan = await rows<Record<string, string>>(`EXPLAIN ${text}`, values);
    const names = plan.flatMap((line) => /\bon ((webhook_deliveries|events)_\w+)/.exec(line['QUERY PLAN']!)?.[1] ?? []);
    return [...new Set(names)];
  };

  it('cost a claim nothing, however many there are: it names those of its days', async () => {
    const bounds = await boundsOf('webhook_deliveries');
    expect(bounds.length).toBeGreaterThan(7);
    const names = await planned();
    expect(names.filter((name) => name.startsWith('webhook_deliveries')).length).toBeLessThanOrEqual(3);
    expect(names.filter((name) => name.startsWith('events')).length).toBeLessThanOrEqual(5);
  });

  it('hold old ones that are due again, which are claimed after the next look', async () => {
    const webhook = await createWebhook(company.admin, { events: ['task.created'] });
    await createProject(company.member);
    const eventId = await insertEvent(20, 'old');
    expect(await claim()).toEqual([]);
    const queue = service.app.get(DeliveryQueue);
    expect((await queue.findDueCompanies()).due).toEqual([company.id]);
    const [delivery] = await claim();
    expect(delivery).toMatchObject({ eventId, data: expect.stringContaining('"old"') });
    await queue.recordOutcomes([{ claim: delivery!, result: 'delivered', attempt: null, answer: null }]);
    expect((await deliveriesOf(company.admin, webhook)).map(({ status }) => status)).toEqual(['delivered']);
  });
});

describe('of the history of tasks', () => {
  const changeTask = async () => {
    const { id } = await createTask(company.member, (await createProject(company.member)).id);
    await company.member.api.put(`/tasks/${id}`, { title: 'Renamed' });
  };
  const history = () => rows('SELECT FROM task_activity');

  it('are kept for ever', async () => {
    await changeTask();
    const before = await history();
    await runIn(400);
    expect(await history()).toEqual(before);
    expect(before).not.toEqual([]);
  });

  it('are dropped after the configured number of days', async () => {
    await service.stop();
    service = await startTestService({ activityRetentionDays: 31, processRoles: new Set(['api', 'scheduler']) });
    company = await createCompany(service.api);
    await changeTask();
    await runIn(20);
    expect(await history()).not.toEqual([]);
    await runIn(70);
    expect(await history()).toEqual([]);
  });
});

it('wait for transactions that use them, and block nobody', async () => {
  await createProject(company.member);
  const lock = await TableLock.take(service.database, 'events');
  const dropping = runIn(5);
  await service.database.lockWaits();
  await lock.release();
  await dropping;
  expect(await rows('SELECT FROM events')).toEqual([]);
});
