import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProjectWithTasks, type TestTask } from '../../factories/task.factory.js';
import type { Answer } from '../../support/api.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { TableLock } from '../../support/table-lock.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let tasks: TestTask[];
let lock: TableLock | undefined;
beforeAll(async () => {
  service = await startTestService({ processRoles: new Set(['api']) });
  company = await createCompany(service.api);
  const titles = Array.from({ length: 20 }, (_, index) => `Task ${index}`);
  ({ tasks } = await createProjectWithTasks(company.owner, ...titles));
});
afterAll(() => service.stop());
afterEach(async () => {
  await lock?.release();
  lock = undefined;
});

const getTask = ({ id }: TestTask, signal?: AbortSignal): Promise<Answer> =>
  company.owner.api.get(`/tasks/${id}`, { signal });

/** The processes of PostgreSQL that have read a task since then, or read one now. */
const readersSince = (time: Date) =>
  service.database.rows<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT t.id%' AND query_start > $1`,
    [time],
  );

/** Resolves once reads share a connection, with its process. */
async function sharedReader(): Promise<number> {
  let readers: { pid: number }[] = [];
  await eventually('reads share a connection', async () => {
    const [row] = await service.database.rows<{ now: Date }>('SELECT clock_timestamp() AS now');
    await Promise.all(tasks.map((task) => getTask(task)));
    readers = await readersSince(row!.now);
    return readers.length === 1;
  });
  return readers[0]!.pid;
}

it('gives each of many readers its own task', async () => {
  await sharedReader();
  const reads = [...tasks, ...tasks, ...tasks];
  const answers = await Promise.all(reads.map((task) => getTask(task)));
  expect(answers.map(({ body }) => body.id as string)).toEqual(reads.map(({ id }) => id));
});

it('answers all reads when the connection breaks meanwhile', async () => {
  const pid = await sharedReader();
  const reads = Array.from({ length: 10 }, () => tasks.map((task) => getTask(task))).flat();
  await service.database.rows('SELECT pg_terminate_backend($1::integer)', [pid]);
  const answers = await Promise.all(reads);
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
  expect(await sharedReader()).not.toBe(pid);
});

it('lets no read wait behind one that waits for a lock', async () => {
  await sharedReader();
  lock = await TableLock.take(service.database, 'labels');
  const waiting = getTask(tasks[0]!);
  await service.database.lockWaits();
  // This finds the task by its tid over the same connection, and the labels do not concern it.
  expect((await company.owner.api.get(`/tasks/${tasks[1]!.tid}/comments`)).status).toBe(200);
  await lock.release();
  lock = undefined;
  expect((await waiting).body).toMatchObject({ id: tasks[0]!.id });
});

it('ends the statement of a read whose client hangs up', async () => {
  await sharedReader();
  lock = await TableLock.take(service.database, 'labels');
  const client = new AbortController();
  const read = expect(getTask(tasks[0]!, client.signal)).rejects.toThrow('aborted');
  await service.database.lockWaits();
  client.abort();
  await read;
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const isFree = async () => (await service.database.rows(text)).length === 0;
  await eventually('no statement waits', isFree, COUNTS_WITHIN);
});
