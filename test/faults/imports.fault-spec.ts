import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { eventually } from '../support/eventually.js';
import { checkedImport, type Shown, startedImport, type TestImport } from '../support/import-steps.js';
import { jiraFile } from '../support/jira-file.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** A run whose process dies goes on where it was, and ends as one that never died. */

const KILLS = 3;
const ROWS = 3_000;

let database: TestDatabase;
let environment: Record<string, string>;
let service: ServiceProcess;
let worker: ServiceProcess;
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  // The bytes of imports are on the disk of the machine.
  environment = { ...sharingEnvironment(database.url), DATA_DIR: temporaryFolder() };
  [service, worker] = [await start('api,scheduler'), await start('worker')];
}, 120_000);
afterAll(async () => {
  for (const instance of [service, worker]) await instance.end('SIGTERM');
  await database.close();
});

const start = (roles: string): Promise<ServiceProcess> =>
  new ServiceProcess(temporaryFolder(), { ...environment, PROCESS_ROLES: roles }).ready();

const baseUrl = () => service.address.replace('localhost', '127.0.0.1');

const checked = (company: TestCompany, rows: number): Promise<TestImport> => {
  const input = { source: 'jira_csv', project: { name: 'Big', key: 'BIG' } };
  return checkedImport(company.owner, baseUrl(), input, jiraFile(rows));
};

/** What there is then, without ids and moments. */
async function outcomeOf({ owner }: TestCompany, { report }: TestImport): Promise<unknown> {
  const tasks = (await owner.api.get<Shown[]>('/tasks?include=labels&sortBy=rank&sortOrder=asc')).body;
  const tids = new Map(tasks.map(({ id, tid }) => [id, tid]));
  const shown = tasks.map(({ tid, title, description, parentId, isBlocked, labels }) => {
    const names = labels.map(({ name }: Shown) => name);
    return { tid, title, description, parent: tids.get(parentId), isBlocked, labels: names };
  });
  return { counts: report.counts, tasks: shown };
}

it('kill -9 of the process that runs an import, at random points', async () => {
  const [calm, shaken] = [await createCompany(service.api), await createCompany(service.api)];
  const expected = await outcomeOf(calm, await startedImport(calm.owner, (await checked(calm, ROWS))['id']));

  const { id } = (await checked(shaken, ROWS)) as { id: string };
  const now = async (): Promise<TestImport> => (await shaken.owner.api.get(`/imports/${id}`)).body;
  await shaken.owner.api.post(`/imports/${id}/start`);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { progress } = await now();
    const moved = async () => (await now())['progress'].done !== progress.done || (await now())['state'] === 'done';
    await eventually('it goes on', moved, 60_000);
    await delay(Math.random() * 500);
    await worker.end('SIGKILL');
    worker = await start('worker');
  }
  await eventually('it is done', async () => (await now())['state'] === 'done', 60_000);
  expect(await outcomeOf(shaken, await now())).toEqual(expected);
}, 400_000);
