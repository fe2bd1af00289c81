import { createCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createRecurrence } from '../factories/recurrence.factory.js';
import { DAY, HOUR, iso, MINUTE } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Whatever dies, each moment makes one task, and a standstill makes one. */

/** Before a release: `RECURRENCE_KILLS=100`. */
const KILLS = Number(process.env['RECURRENCE_KILLS'] ?? 10);
const COMPANIES = 5;
const RECURRENCES_OF_COMPANY = 10;
const RECURRENCES = COMPANIES * RECURRENCES_OF_COMPANY;
/** Milliseconds, at the worst. */
const LONGEST_KILL = 20_000;

let database: TestDatabase;
let environment: Record<string, string>;
let service: ServiceProcess;
let schedulers: ServiceProcess[] = [];
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
  service = await start('api,worker').ready();
}, 120_000);
beforeEach(async () => {
  schedulers = [start('scheduler'), start('scheduler')];
  for (const scheduler of schedulers) await scheduler.ready();
}, 120_000);
afterAll(async () => {
  for (const instance of [service, ...schedulers]) await instance.end('SIGTERM');
  await database.close();
});

const start = (roles: string) => new ServiceProcess(temporaryFolder(), { ...environment, PROCESS_ROLES: roles });

/** Resolves when what they have begun is done. */
async function stopSchedulers(): Promise<void> {
  for (const scheduler of schedulers) await scheduler.end('SIGTERM');
}

async function makeRecurrences(count: number, input: object): Promise<string[]> {
  const company = await createCompany(service.api);
  const { id: projectId } = await createProject(company.owner);
  const ids: string[] = [];
  while (ids.length < count) ids.push((await createRecurrence(company.member, projectId, input)).id);
  return ids;
}

async function setMoment(ids: readonly string[], moment: number): Promise<void> {
  const text = 'UPDATE recurrences SET next_at = $2, due_at = $2 WHERE id = ANY ($1::uuid[])';
  await database.rows(text, [ids, iso(moment)]);
}

/** How many tasks all have made together, and the one that has made the fewest. */
async function countMade(ids: readonly string[]): Promise<{ all: number; fewest: number }> {
  const [row] = await database.rows<{ all: number; fewest: number }>(
    'SELECT sum(made)::integer AS all, min(made) AS fewest FROM recurrences WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return row!;
}

/** What there is of each of them; one row when all have the same. */
const kindsOf = (ids: readonly string[]) =>
  database.rows(
    `SELECT DISTINCT r.made, r.skipped, r.error, count(t.id)::integer AS tasks, count(DISTINCT t.title)::integer AS titles,
      count(b.id)::integer AS below, (SELECT count(*)::integer FROM events e
        WHERE e.name = 'task.created' AND e.data ->> 'recurrenceId' = r.id::text) AS events
    FROM recurrences r LEFT JOIN tasks t ON t.recurrence_id = r.id LEFT JOIN tasks b ON b.parent_id = t.id
    WHERE r.id = ANY ($1::uuid[]) GROUP BY r.company_id, r.id`,
    [ids],
  );

it(
  `kill -9 of one of two schedulers in turn, ${KILLS} times, while ${RECURRENCES} tasks are made`,
  async () => {
    const ids: string[] = [];
    for (let company = 0; company < COMPANIES; company += 1) {
      const content = { task: { title: 'No. {{n}}' }, subtasks: [{ title: 'Below' }] };
      const schedule = { frequency: 'yearly', timezone: 'UTC' };
      ids.push(...(await makeRecurrences(RECURRENCES_OF_COMPANY, { ...content, schedule })));
    }
    let latest = 0;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const moment = Date.now();
      await setMoment(ids, moment);
      const before = kills * RECURRENCES + Math.floor(Math.random() * RECURRENCES);
      await eventually('some are made', async () => (await countMade(ids)).all >= before);
      await schedulers[kills % 2]!.end('SIGKILL');
      const successor = start('scheduler');
      schedulers[kills % 2] = successor;
      await eventually('all are made', async () => (await countMade(ids)).fewest > kills);
      latest = Math.max(latest, Date.now() - moment);
      await successor.ready();
    }
    await stopSchedulers();
    expect(await kindsOf(ids)).toEqual([
      { made: KILLS, skipped: 0, error: null, tasks: KILLS, titles: KILLS, below: KILLS, events: KILLS },
    ]);
    const tasks = KILLS * RECURRENCES;
    process.stdout.write(`\n${KILLS} kills, ${tasks} tasks, none twice, none lost; the latest after ${latest} ms\n`);
  },
  240_000 + KILLS * LONGEST_KILL,
);

it('makes one task after a standstill of a week, that of the last moment', async () => {
  const last = Math.floor((Date.now() - HOUR) / MINUTE) * MINUTE;
  const first = last - 7 * DAY;
  const schedule = {
    frequency: 'daily',
    timezone: 'UTC',
    from: iso(first).slice(0, 10),
    time: iso(first).slice(11, 16),
  };
  const ids = await makeRecurrences(RECURRENCES_OF_COMPANY, { task: { title: '{{date}}' }, schedule });
  for (const scheduler of schedulers) await scheduler.end('SIGKILL');
  await setMoment(ids, first);
  schedulers = [start('scheduler'), start('scheduler')];
  await eventually('all are made', async () => (await countMade(ids)).fewest > 0);
  await stopSchedulers();
  expect(await kindsOf(ids)).toEqual([{ made: 1, skipped: 7, error: null, tasks: 1, titles: 1, below: 0, events: 1 }]);
  const titles = 'SELECT DISTINCT title FROM tasks WHERE recurrence_id = ANY ($1::uuid[])';
  expect(await database.rows(titles, [ids])).toEqual([{ title: iso(last).slice(0, 10) }]);
}, 240_000);
