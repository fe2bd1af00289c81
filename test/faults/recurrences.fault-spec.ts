import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createRecurrence } from '../factories/recurrence.factory.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Whatever dies, each moment makes one task. */

/** `RECURRENCE_KILLS=5` is quicker. */
const KILLS = Number(process.env['RECURRENCE_KILLS'] ?? 100);
const RECURRENCES = 50;
/** Milliseconds from the moment until the task must be there, when nothing dies. */
const ON_TIME = 30_000;

let database: TestDatabase;
let environment: Record<string, string>;
let api: ServiceProcess;
let scheduler: ServiceProcess;
let killed: ServiceProcess;
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
  api = await start('api,worker');
  scheduler = await start('scheduler');
}, 300_000);
afterAll(async () => {
  for (const instance of [api, scheduler, killed]) await instance.end('SIGTERM');
  await database.close();
});

const start = (roles: string): Promise<ServiceProcess> =>
  new ServiceProcess(temporaryFolder(), { ...environment, PROCESS_ROLES: roles }).ready();

async function makeRecurrences(company: TestCompany): Promise<void> {
  const { id: projectId } = await createProject(company.owner);
  const schedule = { frequency: 'yearly', timezone: 'UTC' };
  for (let count = 0; count < RECURRENCES; count += 1) {
    await createRecurrence(company.member, projectId, {
      name: `Recurrence ${count}`,
      schedule,
      task: { title: 'No. {{n}}' },
      subtasks: [{ title: 'Below' }],
    });
  }
}

it(`kill -9 of a scheduler at the moment of ${RECURRENCES} recurrences, ${KILLS} times`, async () => {
  await makeRecurrences(await createCompany(api.api));
  const made = 'SELECT sum(made)::integer AS made, sum(skipped)::integer AS skipped FROM recurrences';
  let latest = 0;
  killed = await start('scheduler');
  for (let kills = 1; kills <= KILLS; kills += 1) {
    const moment = Date.now() + 500;
    await database.rows(`UPDATE recurrences SET next_at = $1, due_at = $1`, [new Date(moment).toISOString()]);
    await delay(moment - Date.now() + Math.random() * 1_500);
    await killed.end('SIGKILL');
    const expected = kills * RECURRENCES;
    await eventually('all are made', async () => Number((await database.rows(made))[0]?.['made']) >= expected);
    latest = Math.max(latest, Date.now() - moment);
    killed = await start('scheduler');
  }
  await delay(3_000);
  expect(await database.rows(made)).toEqual([{ made: KILLS * RECURRENCES, skipped: 0 }]);
  const tasks = await database.rows(
    `SELECT count(*)::integer AS tasks, count(DISTINCT (recurrence_id, title))::integer AS moments,
      (SELECT count(*)::integer FROM tasks b WHERE b.title = 'Below') AS below,
      (SELECT count(*)::integer FROM events e WHERE e.name = 'task.created') AS events
    FROM tasks WHERE recurrence_id IS NOT NULL`,
  );
  const all = KILLS * RECURRENCES;
  expect(tasks).toEqual([{ tasks: all, moments: all, below: all, events: 2 * all }]);
  expect(latest).toBeLessThan(2 * ON_TIME);
  process.stdout.write(`\n${KILLS} kills, ${all} tasks, none twice, none lost; the latest after ${latest} ms\n`);
});
