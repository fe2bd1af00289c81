import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { listsBeingRead, openSlowReader, openSlowReaders, type SlowReader } from '../../support/list-reader.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Connections for streamed lists, and those that one company may hold. */
const SLOTS = 8;
const SHARE = 4;
const SECOND = 1_000;

let service: TestService;
beforeAll(async () => {
  // What the service does every second happens when a test says that a second has passed.
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setTimeout', 'clearTimeout'] as const),
    ],
  });
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  jest.useRealTimers();
});

let readers: SlowReader[] = [];

/** Answers come in between, those that the heartbeat of the database waits for among them. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 250) {
    jest.advanceTimersByTime(250);
    await delay(10);
  }
}

/** A company with a list that is longer than the sockets between database, service and client can hold. */
async function companyWithList(): Promise<{ company: TestCompany; path: string }> {
  const company = await createCompany(service.api);
  const { id } = await createProject(company.member);
  await addTasks(service.database, id, 1_500);
  await service.database.rows(`UPDATE tasks SET description = repeat('x', 40000) WHERE project_id = $1`, [id]);
  return { company, path: `/tasks?projectId=${id}` };
}

/** A company with a list of a little more than what is kept in memory. */
async function victim(): Promise<TestCompany> {
  const company = await createCompany(service.api);
  await addTasks(service.database, (await createProject(company.member)).id, 510);
  return company;
}

/** The whole list of a company, which waits for its turn. */
async function waitingList(company: TestCompany): Promise<{ answer: Promise<Answer> }> {
  const timers = jest.getTimerCount();
  const answer = company.viewer.api.get('/tasks');
  await eventually('it looks every now and then whether it is its turn', () => jest.getTimerCount() > timers);
  return { answer };
}

/** The end of what still comes until the service closes the connection. */
async function received({ socket }: SlowReader): Promise<string> {
  let end = '';
  socket.on('data', (bytes: Buffer) => (end = bytes.toString('latin1').slice(-10)));
  await once(socket.resume(), 'close');
  return end;
}

async function closeReaders(): Promise<void> {
  for (const { socket } of readers.splice(0)) socket.destroy();
  await eventually('no list is being read', async () => (await listsBeingRead(service)) === 0);
}
afterEach(closeReaders);

describe('the connections of streamed lists', () => {
  it('leave half to other companies', async () => {
    const attacker = await companyWithList();
    const other = await victim();
    readers = await openSlowReaders(service, attacker.company.viewer, attacker.path, SHARE);
    const fifth = attacker.company.viewer.api.get(attacker.path);
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.viewer.api.get('/tasks')));
    expect(answers.map(({ status, body }) => [status, body.length])).toEqual(Array(20).fill([200, 510]));
    expect(await listsBeingRead(service)).toBe(SHARE);
    const { status, headers, body } = await fifth;
    expect([status, headers.get('Retry-After'), body.error.code]).toEqual([503, '1', 'SERVICE_UNAVAILABLE']);
    expect(await listsBeingRead(service)).toBe(SHARE);
  });

  it('go to a company that waits once a list has been read for 30 s', async () => {
    const [one, two, other] = [await companyWithList(), await companyWithList(), await victim()];
    const first = await openSlowReader(service, one.company.viewer, one.path);
    await pass(SECOND);
    readers = [
      first,
      ...(await openSlowReaders(service, one.company.viewer, one.path, SHARE - 1)),
      ...(await openSlowReaders(service, two.company.viewer, two.path, SHARE)),
    ];
    expect(await listsBeingRead(service)).toBe(SLOTS);
    // The first list is 29 s old: nobody gets its connection.
    await pass(28 * SECOND);
    const { answer: tooEarly } = await waitingList(other);
    await pass(SECOND / 2);
    expect((await tooEarly).status).toBe(503);
    expect(await listsBeingRead(service)).toBe(SLOTS);
    const { answer: late } = await waitingList(other);
    await pass(SECOND / 2);
    expect((await late).body).toHaveLength(510);
    expect(await received(first)).not.toMatch(/0\r\n\r\n$/);
    expect(await listsBeingRead(service)).toBe(SLOTS - 1);
  });

  it('are free within a second when clients hang up', async () => {
    const { company, path } = await companyWithList();
    for (let round = 0; round < 2; round += 1) {
      readers = await openSlowReaders(service, company.viewer, path, SHARE);
      expect(readers.map(({ status }) => status)).toEqual(Array(SHARE).fill(200));
      await closeReaders();
    }
  });
});

describe('a client that reads too slowly', () => {
  it('is cut off after 30 s in which it reads fewer than 16 KiB/s', async () => {
    const { company, path } = await companyWithList();
    const reader = await openSlowReader(service, company.viewer, path);
    readers.push(reader);
    let seconds = 0;
    await eventually('its connection is free', async () => {
      await pass(SECOND);
      seconds += 1;
      return (await listsBeingRead(service)) === 0;
    });
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(await received(reader)).not.toMatch(/0\r\n\r\n$/);
  });
});
