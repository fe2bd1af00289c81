import { Partitions } from '../../src/core/partitions/partitions.js';
import { lowestUuidAt, momentOf } from '../../src/core/partitions/spans.js';
import { fanOut } from '../../src/modules/webhooks/delivery/fan-out.js';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { createWebhook, deliveriesOf } from '../factories/webhook.factory.js';
import { TableLock } from '../support/table-lock.js';
import { startTestService, type TestService } from '../support/test-service.js';

jest.setTimeout(60_000);

const DAY = 86_400_000;
const TABLES = [
  'api_key_requests',
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
  service = await startTestService({ eventRetentionDays: 2, processRoles: new Set(['api', 'scheduler']) });
  company = await createCompany(service.api);
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

/** Has the upkeep run as it will in so many days. */
async function runIn(days: number): Promise<void> {
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

it('hold what only grows, from the beginning of time to 7 days from now, and nothing references them', async () => {
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

it('are made ahead, one for a day or a month, and one for all of a standstill', async () => {
  const before = await boundsOf('events');
  await runIn(3);
  expect(await boundsOf('events')).toHaveLength(before.length + 2);
  await runIn(1_000);
  for (const table of ['task_activity', 'virtual_colleague_runs']) {
    const bounds = await boundsOf(table);
    expect(bounds.at(-1)![1]).toBeGreaterThanOrEqual(Date.now() + 1_007 * DAY);
    expect(bounds.length).toBeLessThan(6);
  }
});

it('are dropped when nothing of them is to be kept, but for what is pending and its events', async () => {
  const project = await createProject(company.member);
  const webhook = await createWebhook(company.admin, { events: ['task.created'] });
  await createTask(company.member, project.id, { title: 'of today' });
  // As one that is committed in 5 days.
  await rows(
    `WITH written AS (INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('id', $2::uuid,
        'position', position + 1, 'data', '{"title": "of later"}'::jsonb))).* FROM events e WHERE name = 'task.created'
      RETURNING *) ${fanOut('written', '$1')}`,
    [company.id, lowestUuidAt(Date.now() + 5 * DAY)],
  );
  await rows('UPDATE event_positions SET position = position + 1');
  const pending = (await deliveriesOf(company.admin, webhook)).map(({ status }) => status);
  expect(pending).toEqual(['pending', 'pending']);
  await runIn(5);
  expect(await titles()).toEqual(['of today', 'of later']);
  expect(await deliveriesOf(company.admin, webhook)).toHaveLength(2);
  const [position] = await rows<{ last: number }>(`SELECT max(position)::integer AS last FROM events WHERE id < $1`, [
    lowestUuidAt(Date.now() + DAY),
  ]);
  await rows(`UPDATE webhook_deliveries SET status = 'delivered'`);
  await runIn(5);
  expect(await titles()).toEqual(['of later']);
  expect(await deliveriesOf(company.admin, webhook)).toEqual([]);
  expect(await rows('SELECT dropped::integer FROM event_positions WHERE company_id = $1', [company.id])).toEqual([
    { dropped: position!.last },
  ]);
  expect(await rows('SELECT FROM task_activity')).toHaveLength(1);
});

it('wait for those who hold them, and hold up nobody', async () => {
  await createProject(company.member);
  await rows(`UPDATE webhook_deliveries SET status = 'delivered'`);
  const lock = await TableLock.take(service.database, 'events');
  const dropping = runIn(5);
  await service.database.lockWaits();
  await lock.release();
  await dropping;
  expect((await boundsOf('events'))[0]![0]).not.toBeNull();
});
