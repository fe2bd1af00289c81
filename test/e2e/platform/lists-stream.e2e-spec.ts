import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { listsBeingRead, openReader, openSlowReaders as slowReaders } from '../../support/list-reader.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** Connections that the streamed lists of one company hold while they are read, at most. */
const LIST_CONNECTIONS = 4;
/** Together more than the sockets between database, service and client can hold. */
const LONG_TEXT = 40_000;
const ROWS = 1_500;

let service: TestService;
let company: TestCompany;
let path: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  path = await projectOf(ROWS);
  await service.database.rows(`UPDATE tasks SET description = repeat('x', ${LONG_TEXT}) WHERE title = 'Task'`);
});
afterAll(() => service.stop());

/** The list of a new project with so many tasks. */
async function projectOf(count: number): Promise<string> {
  const { id } = await createProject(company.member);
  await addTasks(service.database, id, count);
  return `/tasks?projectId=${id}`;
}

async function openSlowReaders(count: number): Promise<Socket[]> {
  const readers = await slowReaders(service, company.viewer, path, count);
  expect(readers.map(({ status }) => status)).toEqual(Array(count).fill(200));
  await eventually('each reader has a connection', async () => (await listsBeingRead(service)) === count);
  return readers.map(({ socket }) => socket);
}

function close(readers: Socket[]): Promise<void> {
  for (const reader of readers) reader.destroy();
  return eventually('no list is being read', async () => (await listsBeingRead(service)) === 0);
}

describe('a list without page', () => {
  it('is whole, however long, and the same as its pages together', async () => {
    const query = `${path}&fields=id,tid,title,rank,createdAt,isBlocked&include=project&sortBy=rank`;
    const { status, headers, body } = await company.viewer.api.get<TestTask[]>(query);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    const pages: TestTask[] = [];
    for (let page = 1; page <= Math.ceil(ROWS / 200); page += 1) {
      const answer = await company.viewer.api.get(`${query}&page=${page}&limit=200`);
      expect(answer.body.meta.pagination).toEqual({ page, limit: 200, total: ROWS, totalPages: Math.ceil(ROWS / 200) });
      pages.push(...answer.body.data);
    }
    expect(new Set(body.map(({ id }) => id)).size).toBe(ROWS);
    expect(body).toEqual(pages);
  });

  it('ignores the limit', async () => {
    expect((await company.viewer.api.get(`${path}&fields=id&limit=3`)).body).toHaveLength(ROWS);
  });

  it.each([0, 1, 499, 500, 501, 1_000, 1_001])('has %d rows when that many exist', async (count) => {
    const { body } = await company.viewer.api.get(`${await projectOf(count)}&fields=tid`);
    expect(body).toHaveLength(count);
    expect(new Set(body.map(({ tid }: TestTask) => tid)).size).toBe(count);
  });

  it('answers HEAD as GET, without the list', async () => {
    for (let round = 0; round <= LIST_CONNECTIONS; round += 1) {
      const { status, headers, body } = await company.viewer.api.send('HEAD', path);
      expect([status, headers.get('Content-Type'), body]).toEqual([200, 'application/json; charset=utf-8', undefined]);
    }
    expect((await company.viewer.api.send('HEAD', '/tasks?page=1')).status).toBe(200);
    expect((await company.viewer.api.send('HEAD', '/tasks?page=0')).status).toBe(400);
  });

  it('gives its connection back when the client goes away in the middle', async () => {
    for (let round = 0; round < 3; round += 1) await close(await openSlowReaders(LIST_CONNECTIONS));
    expect((await company.viewer.api.get(`${path}&fields=id`)).body).toHaveLength(ROWS);
  });

  it('gives its connection back when the client has gone away before the first byte', async () => {
    const readers = await openSlowReaders(LIST_CONNECTIONS);
    // These wait until a connection is free, but not until they have one.
    const impatient = await Promise.all(
      Array.from({ length: LIST_CONNECTIONS }, () => openReader(service, company.viewer, path)),
    );
    for (const reader of impatient) reader.end();
    await Promise.all(impatient.map((reader) => once(reader.resume(), 'close')));
    await close(readers);
    for (let round = 0; round < LIST_CONNECTIONS; round += 1) {
      expect((await company.viewer.api.get(`${path}&fields=id`)).body).toHaveLength(ROWS);
    }
  });

  it('takes nothing from other requests when read slowly', async () => {
    const short = await projectOf(500);
    const readers = await openSlowReaders(LIST_CONNECTIONS);
    const fifth = company.viewer.api.get(`${path}&fields=id`);
    const others = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const answer = await company.viewer.api.get(`/tasks?page=${(index % 5) + 1}&fields=id`);
        return [answer.status, answer.body.data.length];
      }),
    );
    expect(others).toEqual(others.map(() => [200, 50]));
    expect((await company.member.api.put('/me', { name: 'Max' })).status).toBe(200);
    expect((await company.viewer.api.get(`${short}&fields=id`)).body).toHaveLength(500);
    for (const list of ['/labels', '/users', '/projects', '/workflow-lanes', `/tasks?status=None`]) {
      const { status, body } = await company.viewer.api.get(list);
      expect([list, status, Array.isArray(body)]).toEqual([list, 200, true]);
    }
    // Another long list waits its turn, and not for ever.
    expect(refusalOf(await fifth).slice(0, 2)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await listsBeingRead(service)).toBe(LIST_CONNECTIONS);
    const waiting = company.viewer.api.get(`${path}&fields=id`);
    readers.pop()?.destroy();
    expect((await waiting).body).toHaveLength(ROWS);
    await close(readers);
  });

  it('never looks complete when it is cut off', async () => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${company.viewer.token}` },
    });
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value).toString()).toMatch(/^\[\{"id":/);
    await eventually('the list is being read', async () => (await listsBeingRead(service)) === 1);
    const terminated = await service.database.rows(
      `SELECT pg_terminate_backend(pid) AS terminated FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE '%FROM tasks t%'`,
    );
    expect(terminated).toEqual([{ terminated: true }]);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
    // The service has lost that one connection and nothing else.
    expect((await company.viewer.api.get('/health/ready')).status).toBe(200);
    for (let round = 0; round < LIST_CONNECTIONS; round += 1) {
      expect((await company.viewer.api.get(`${path}&fields=id`)).body).toHaveLength(ROWS);
    }
  });

  it('survives the loss of a connection that nobody reads from', async () => {
    const readers = await openSlowReaders(2);
    await service.database.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'project-management-service/1'`,
    );
    await Promise.all(
      readers.map(async (reader) => {
        let text = '';
        reader.on('data', (bytes: Buffer) => (text = bytes.toString('latin1').slice(-10)));
        reader.resume();
        await once(reader, 'close');
        expect(text).not.toMatch(/0\r\n\r\n$/);
      }),
    );
    await eventually('the service has connections again', async () => {
      return (await company.viewer.api.get(`${path}&fields=id`)).status === 200;
    });
  });
});
