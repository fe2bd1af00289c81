import { setTimeout as delay } from 'node:timers/promises';
import { createAgent, createAgentKey, type TestAgent } from '../factories/agent.factory.js';
import { createCompany } from '../factories/company.factory.js';
import { addTasks, createProject } from '../factories/project.factory.js';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Whatever dies, no two processes of an agent get one task, and what one got is its own. */

const KILLS = 8;
const TASKS = 10_000;
const CONCURRENT = 200;
const KEYS = 10;
const PROCESSES = 50;

let database: TestDatabase;
let environment: Record<string, string>;
let service: ServiceProcess;
let killed: ServiceProcess;
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
  service = await start('api,scheduler,worker');
}, 120_000);
afterAll(async () => {
  for (const instance of [service, killed]) await instance.end('SIGTERM');
  await database.close();
});

const start = (roles: string): Promise<ServiceProcess> =>
  new ServiceProcess(temporaryFolder(), { ...environment, PROCESS_ROLES: roles }).ready();

interface Claimed {
  readonly id: string;
  readonly taskId: string;
  readonly apiKeyId: string;
}

it('kill -9 of an instance while 50 processes of one agent take 10,000 tasks from two', async () => {
  const company = await createCompany(service.api);
  const agent = await createAgent(company.owner, 'Otto', {
    settings: { work: { concurrent: CONCURRENT, perDay: TASKS } },
  });
  const { id: projectId } = await createProject(company.owner);
  await addTasks(database, projectId, TASKS);
  await database.rows(
    `UPDATE tasks SET delegate_id = $1, status = 'To Do', completed_at = NULL WHERE project_id = $2`,
    [agent.id, projectId],
  );
  const keys: TestAgent[] = [agent];
  while (keys.length < KEYS) keys.push(await createAgentKey(company.owner, agent));

  let isOver = false;
  let atMost = 0;
  const claimed: Claimed[] = [];
  /** Takes work from one of the instances, hands it in and goes on, as an agent does. */
  const work = async ({ key }: TestAgent, instance: () => Api) => {
    while (!isOver) {
      const answer = await instance()
        .as(key)
        .post('/work/next', {})
        .catch(() => undefined);
      if (answer?.status !== 200 || !answer.body.work) {
        await delay(20);
        continue;
      }
      claimed.push(answer.body.work as Claimed);
      await service.api.as(key).post(`/work/${answer.body.work.id}/submit`, { summary: 'Done' });
    }
  };
  killed = await start('api');
  const clients = Array.from({ length: PROCESSES }, (_, n) =>
    work(keys[n % KEYS]!, () => (n % 2 ? killed.api : service.api)),
  );
  for (let kills = 0; kills < KILLS; kills += 1) {
    await delay(500 + Math.random() * 500);
    await killed.end('SIGKILL');
    const [row] = await database.rows<{ working: number }>(
      `SELECT count(*)::integer AS working FROM works WHERE ended_at IS NULL AND state = 'working'`,
    );
    atMost = Math.max(atMost, row?.working ?? 0);
    killed = await start('api');
  }
  const begun = 'SELECT count(*)::integer AS works FROM works';
  await eventually('all are taken', async () => (await database.rows(begun))[0]!['works'] === TASKS, 500_000);
  isOver = true;
  await Promise.all(clients);

  expect(new Set(claimed.map(({ taskId }) => taskId)).size).toBe(claimed.length);
  const works = await database.rows<Claimed & { events: number; status: string }>(
    `SELECT w.id, w.task_id AS "taskId", w.api_key_id AS "apiKeyId", t.status,
        (SELECT count(*)::integer FROM events e WHERE e.company_id = w.company_id AND e.name = 'task.updated'
          AND e.api_key_id = w.api_key_id AND e.data ->> 'id' = w.task_id::text
          AND e.data -> 'changes' -> 'status' ->> 'to' = 'In Progress') AS events
      FROM works w JOIN tasks t ON t.company_id = w.company_id AND t.id = w.task_id`,
  );
  // Each work is whole: its task has moved, once, by its own key. Whoever was told of it holds it.
  expect(works.filter(({ status, events }) => !/^In (Progress|Review)$/.test(status) || events !== 1)).toEqual([]);
  const kept = new Map(works.map((row) => [row.id, row]));
  expect(kept.size).toBe(works.length);
  for (const { id, taskId, apiKeyId } of claimed) expect(kept.get(id)).toMatchObject({ taskId, apiKeyId });
  expect(atMost).toBeLessThanOrEqual(CONCURRENT);
  process.stdout.write(`\n${KILLS} kills, ${claimed.length} claims, ${works.length} works, none twice\n`);
});
