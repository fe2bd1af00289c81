import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany, type TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Whatever dies, each event makes its entry exactly once. */

/** Before a release: `INBOX_KILLS=100`. */
const KILLS = Number(process.env['INBOX_KILLS'] ?? 8);
const WORKERS = 3;
/** So many that they change while all those kills happen. */
const TASKS = 180 + 15 * KILLS;
/** Milliseconds, at the worst. */
const LONGEST_KILL = 10_000;
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let database: TestDatabase;
let environment: Record<string, string>;
let service: ServiceProcess;
let workers: ServiceProcess[] = [];
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
  service = await start('api,scheduler');
}, 120_000);
afterAll(async () => {
  for (const instance of [service, ...workers]) await instance.end('SIGTERM');
  await database.close();
});

const start = (roles: string): Promise<ServiceProcess> =>
  new ServiceProcess(temporaryFolder(), { ...environment, PROCESS_ROLES: roles }).ready();

const peopleOf = ({ owner, admin, member, viewer }: TestCompany): TestUser[] => [owner, admin, member, viewer];

/** The same changes in every company. */
async function change(company: TestCompany): Promise<void> {
  const people = peopleOf(company);
  const { api } = company.owner;
  const { id: projectId } = await createProject(company.owner, { name: 'Website', key: 'WEB' });
  const tasks: TestTask[] = [];
  for (let n = 0; n < TASKS; n += 1) {
    const [assignee, author] = [people[n % 4] as TestUser, people[(n + 1) % 3] as TestUser];
    const task = await createTask(company.owner, projectId, { title: `Task ${n}`, assigneeId: assignee.id });
    tasks.push(task);
    await author.api.post(`/tasks/${task.id}/comments`, { body: `@${(people[(n + 2) % 4] as TestUser).email} look` });
    await author.api.put(`/tasks/${task.id}`, { status: n % 3 === 0 ? 'In Review' : 'In Progress', priority: 'High' });
    const blocker = tasks[n - 1];
    if (blocker && n % 5 === 0) await api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    if (n % 7 === 0) await author.api.put(`/tasks/${task.id}`, { assigneeId: (people[(n + 3) % 4] as TestUser).id });
  }
  await api.post('/tasks/bulk', { ids: tasks.slice(0, 50).map(({ id }) => id), set: { status: 'Done' } });
  await api.post('/tasks/bulk-delete', { ids: tasks.slice(0, 10).map(({ id }) => id) });
}

const isRead = (companies: readonly TestCompany[]) => async () => {
  const behind = await database.rows<{ companyId: string }>(
    `SELECT e.company_id AS "companyId" FROM events e LEFT JOIN inbox_positions p ON p.company_id = e.company_id
      WHERE e.company_id = ANY ($1) AND e.position > coalesce(p.position, 0)`,
    [companies.map(({ id }) => id)],
  );
  return behind.length === 0;
};

/** All that the inboxes of a company say, without what differs between two companies. */
async function inboxesOf(company: TestCompany): Promise<unknown> {
  interface Entry {
    thing: { name: string };
    reasons: string[];
    unread: boolean;
    count: number;
    events: { reason: string; text: string; actor: { name: string } }[];
  }
  const inboxes = peopleOf(company).map(async ({ api }) => {
    const { body } = await api.get<Entry[]>('/inbox');
    return body
      .map(({ thing, reasons, unread, count, events }) => ({
        thing: thing.name,
        reasons,
        unread,
        count,
        events: events.map(({ reason, text, actor }) => [reason, text.replaceAll(ID, 'id'), actor.name]),
      }))
      .sort((one, other) => one.thing.localeCompare(other.thing));
  });
  return Promise.all(inboxes);
}

const startWorker = (): Promise<ServiceProcess> => start('worker');

it(
  'kill -9 of one of three workers after the other while entries are made',
  async () => {
    const [suffering, calm] = [await createCompany(service.api), await createCompany(service.api)];
    let isOver = false;
    const changes = change(suffering).then(() => (isOver = true));
    let kills = 0;
    workers = await Promise.all(Array.from({ length: WORKERS }, startWorker));
    for (; !isOver || kills < KILLS; kills += 1) {
      await delay(Math.random() * 500);
      await workers[kills % WORKERS]?.end('SIGKILL');
      workers[kills % WORKERS] = await startWorker();
    }
    await changes;
    await change(calm);
    await eventually('the log is read', isRead([suffering, calm]), 60_000);
    expect(await inboxesOf(suffering)).toEqual(await inboxesOf(calm));
    process.stdout.write(`\n${kills} kills, ${TASKS} tasks, the same entries as without\n`);
  },
  120_000 + KILLS * LONGEST_KILL,
);
