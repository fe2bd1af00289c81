import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../factories/event.factory.js';
import { createProject } from '../factories/project.factory.js';
import { type EventLogReader, type Instance, readByPoll, readByStream } from '../support/event-readers.js';
import { buildService, ServiceProcess, sharingEnvironment } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';

/** Readers miss no event and see none twice, although instances are killed. */

const INSTANCES = 3;
const KILLS = 12;

let database: TestDatabase;
let environment: Record<string, string>;
const processes: ServiceProcess[] = [];
beforeAll(async () => {
  buildService();
  database = await TestDatabase.create();
  environment = sharingEnvironment(database.url);
}, 120_000);
afterAll(async () => {
  for (const instance of processes) await instance.end('SIGTERM');
  await database.close();
});

it('kill -9 of instances, with readers by poll and by stream', async () => {
  const start = async (): Promise<ServiceProcess> => new ServiceProcess(temporaryFolder(), environment).ready();
  for (let n = 0; n < INSTANCES; n += 1) processes.push(await start());
  const company: TestCompany = await createCompany(processes[0]!.api);
  const { token } = company.member;
  // The readers and writers look here anew at each request: a killed instance is followed by another at its place.
  const instances: Instance[] = [];
  const enter = (place: number) => {
    const { address, api } = processes[place]!;
    instances[place] = { baseUrl: address.replace('localhost', '127.0.0.1'), api: api.as(token) };
  };
  for (let place = 0; place < INSTANCES; place += 1) enter(place);
  const { id: projectId } = await createProject(company.member);
  const begin = await endOfEvents(instances[0]!);
  const readers: EventLogReader[] = [
    ...[1, 2].map(() => readByPoll(instances, begin)),
    ...[1, 2].map(() => readByStream(instances, token, begin)),
  ];

  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const { api } = instances[(writer + n) % INSTANCES]!;
      const answer = await api.post('/tasks', { title: `${writer}-${n}`, projectId }).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.body.id as string);
      else await delay(20);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const place = kill % INSTANCES;
    await delay(Math.random() * 500);
    await processes[place]!.end('SIGKILL');
    processes[place] = await start();
    enter(place);
  }
  isOver = true;
  await Promise.all(writers);

  const end = await endOfEvents(instances[0]!);
  await Promise.all(readers.map((reader) => reader.until(end)));
  const log = await eventsAfter(instances[0]!, begin);
  const positions = log.map(({ position }) => BigInt(position));
  expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
  const created = log.filter(({ event }) => event === 'task.created').map(({ data }) => data['id'] as string);
  expect(new Set(created).size).toBe(created.length);
  expect(created).toEqual(expect.arrayContaining(acknowledged));
  for (const { events } of readers) expect(events.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
  const stored = await database.rows<{ id: string }>('SELECT id FROM tasks WHERE project_id = $1', [projectId]);
  expect(created.sort()).toEqual(stored.map(({ id }) => id).sort());
  process.stdout.write(
    `\n${KILLS} kills, ${acknowledged.length} acknowledged, ${log.length} events read by each of 4\n`,
  );
});
