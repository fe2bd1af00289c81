import { once } from 'node:events';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import {
  createProjectWithTasks,
  createTask,
  createTasks,
  type TestActivity,
  type TestTask,
} from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { LONGEST_BLOCK, longestBlock } from '../../support/event-loop.js';
import { eventually } from '../../support/eventually.js';
import { companyEventsOf, eventsOf, type RecordedEvent } from '../../support/events.js';
import { open } from '../../support/raw-http.js';
import { RowLock } from '../../support/row-lock.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let owner: TestUser;
let companyId: string;
let project: TestProject;
beforeAll(async () => {
  service = await startTestService();
  const company = await createCompany(service.api);
  owner = company.owner;
  companyId = company.id;
  project = await createProject(owner);
});
afterAll(() => service.stop());

describe('a long text stands in changes by its first 1,000 characters', () => {
  const activityOf = async ({ id }: TestTask) =>
    (await owner.api.get<TestActivity[]>(`/tasks/${id}/activity`)).body[0]!.changes;

  it.each<[what: string, text: string, shown: string]>([
    ['1,000 characters', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['1,001 characters', 'x'.repeat(1_001), `${'x'.repeat(1_000)}…`],
    ['50,000 characters', 'xy'.repeat(25_000), `${'xy'.repeat(500)}…`],
    ['1,000 characters of two code units', '🙂'.repeat(1_000), '🙂'.repeat(1_000)],
    ['1,001 characters of two code units', '🙂'.repeat(1_001), `${'🙂'.repeat(1_000)}…`],
    ['1,001 characters, of which some have two code units', `x${'🙂'.repeat(1_000)}`, `x${'🙂'.repeat(999)}…`],
  ])('%s', async (_what, text, shown) => {
    const { id: projectId } = await createProject(owner);
    const task = await createTask(owner, projectId, { description: text });
    const cleared = await owner.api.put(`/tasks/${task.id}`, { description: null });
    expect(cleared.body.description).toBeNull();
    expect(await activityOf(task)).toEqual({ description: { from: shown, to: null } });
    const set = await owner.api.put(`/tasks/${task.id}`, { description: text });
    expect(set.body.description).toBe(text);
    expect(await activityOf(task)).toEqual({ description: { from: null, to: shown } });
    const event = (await eventsOf(service.database, projectId)).at(-1)!;
    // The task itself is there as its list shows it.
    expect(event).toMatchObject({ name: 'task.updated', data: { description: text } });
    expect(event.data.changes).toEqual({ description: { from: null, to: shown } });
  });

  it('of whatever changes', async () => {
    const text = 'x'.repeat(2_000);
    const changes = { description: { from: null, to: `${'x'.repeat(1_000)}…` } };
    const changed = async (path: string, input: object, events: () => Promise<RecordedEvent[]>) => {
      const { body } = await owner.api.post(path, input);
      expect((await owner.api.put(`${path}/${body.id}`, { description: text })).body.description).toBe(text);
      return (await events()).at(-1)!.data;
    };
    const ofProject = () => eventsOf(service.database, project.id);
    const epic = await changed('/epics', { name: 'x', projectId: project.id }, ofProject);
    const team = await changed('/teams', { name: 'x' }, () => companyEventsOf(service.database, companyId));
    expect([epic.changes, team.changes]).toEqual([changes, changes]);
    await owner.api.put(`/projects/${project.id}`, { description: text });
    expect((await ofProject()).at(-1)!.data.changes).toEqual(changes);
  });

  it('and is a change even if the beginnings are the same', async () => {
    const task = await createTask(owner, project.id, { description: `${'x'.repeat(1_500)}a` });
    await owner.api.put(`/tasks/${task.id}`, { description: `${'x'.repeat(1_500)}b` });
    const shown = `${'x'.repeat(1_000)}…`;
    expect(await activityOf(task)).toEqual({ description: { from: shown, to: shown } });
    expect((await owner.api.get(`/tasks/${task.id}`)).body.description).toMatch(/b$/);
  });
});

it('a bulk change of priority writes no search text: at most 10 MB of WAL for 42 long tasks', async () => {
  const MOST = 10_000_000;
  const text = () =>
    String.fromCodePoint(...Array.from({ length: 50_000 }, () => 0x4e00 + Math.floor(Math.random() * 0x5000)));
  const tasks = Array.from({ length: 42 }, () => ({ title: 'Long', projectId: project.id, description: text() }));
  const made: TestTask[] = [];
  for (let first = 0; first < tasks.length; first += 6) {
    made.push(...(await owner.api.post('/tasks/bulk-create', { tasks: tasks.slice(first, first + 6) })).body.tasks);
  }
  const ids = made.map(({ id }) => id);
  const written: number[] = [];
  // Other suites write to the same server meanwhile.
  for (let run = 0; run < 12 && !(Math.min(...written) < MOST); run += 1) {
    const [before] = await service.database.rows('SELECT pg_current_wal_insert_lsn() AS lsn');
    const set = { priority: run % 2 === 0 ? 'Low' : 'High' };
    expect((await owner.api.post('/tasks/bulk', { ids, set })).body.updated).toBe(42);
    const since = 'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::integer AS bytes';
    written.push((await service.database.rows<{ bytes: number }>(since, [before?.['lsn']]))[0]!.bytes);
  }
  expect(Math.min(...written)).toBeLessThan(MOST);
});

describe('POST /tasks/bulk', () => {
  let tasks: TestTask[];
  beforeAll(async () => {
    tasks = await createTasks(
      owner,
      project.id,
      Array.from({ length: 80 }, (_, index) => `Task ${index}`),
    );
  });

  const ids = (count: number) => tasks.slice(0, count).map(({ id }) => id);

  it('refuses more than 32 MiB of events, and writes nothing', async () => {
    const long = Array.from({ length: 200 }, (_, index) => ({
      title: `Long ${index}`,
      projectId: project.id,
      description: 'x'.repeat(5_000),
    }));
    const made: TestTask[] = [];
    for (const part of [long.slice(0, 100), long.slice(100)]) {
      made.push(...(await owner.api.post('/tasks/bulk-create', { tasks: part })).body.tasks);
    }
    const all = made.map(({ id }) => id);
    const set = { description: '🙂'.repeat(50_000) };
    const refusal = [400, 'INVALID_INPUT', 'The events of this request would take more than 32 MiB; send fewer tasks'];
    expect(refusalOf(await owner.api.post('/tasks/bulk', { ids: all, set }))).toEqual(refusal);
    expect((await owner.api.get(`/tasks/${all[0]}`)).body.description).toHaveLength(5_000);
    const some = await owner.api.post('/tasks/bulk', { ids: [...all.slice(0, 80), ...all.slice(0, 80)], set });
    expect([some.status, some.body.updated]).toEqual([200, 80]);
    expect((await owner.api.post('/tasks/bulk', { ids: all.slice(80, 160), set })).status).toBe(200);
    expect((await owner.api.post('/tasks/bulk', { ids: all.slice(160), set })).status).toBe(200);
    expect(refusalOf(await owner.api.post('/tasks/bulk-delete', { ids: all }))).toEqual(refusal);
    expect((await owner.api.post('/tasks/bulk-delete', { ids: all.slice(0, 100) })).body).toEqual({ deleted: 100 });
    expect((await owner.api.post('/tasks/bulk-delete', { ids: all.slice(100) })).body).toEqual({ deleted: 100 });
  });

  it('writes a text once a task, and once an event', async () => {
    const before = await stored();
    const text = Array.from({ length: 10_000 }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join('');
    const { status } = await owner.api.post('/tasks/bulk', { ids: ids(10), set: { description: text } });
    expect(status).toBe(200);
    expect((await stored()) - before).toBeLessThan(10 * 2.5 * Buffer.byteLength(text));
  });

  it.each<[what: string, description: string]>([
    ['plain text', 'x'.repeat(50_000)],
    ['text that JSON has to escape', '"\\'.repeat(12_500)],
  ])('does not hold up the event loop with 4 MiB: %s', async (_what, description) => {
    let run = 0;
    const statuses = new Set<number>();
    const block = await longestBlock(async () => {
      run += 1;
      const set = {
        description: `${run}${description.slice(2)}`,
        status: run % 2 ? 'Done' : 'Open',
        assigneeId: owner.id,
      };
      statuses.add((await owner.api.post('/tasks/bulk', { ids: ids(80), set })).status);
    });
    expect([...statuses]).toEqual([200]);
    expect(block).toBeLessThan(LONGEST_BLOCK);
  });

  it('streams an answer of 16 MB, so that it does not hold up the event loop', async () => {
    const long = { description: '🙂'.repeat(50_000) };
    for (const { id } of tasks) await owner.api.put(`/tasks/${id}`, long);
    const body = (status: string) => JSON.stringify({ ids: ids(80), set: { status } });
    const response = await fetch(`${service.baseUrl}/tasks/bulk`, {
      method: 'POST',
      headers: {
        'X-Forwarded-Proto': 'https',
        Authorization: `Bearer ${owner.token}`,
        'Content-Type': 'application/json',
      },
      body: body('Long'),
    });
    expect(response.headers.get('Content-Length')).toBeNull();
    let bytes = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(80 * Buffer.byteLength(long.description));
    const answer = await owner.api.post('/tasks/bulk', body('Done'));
    expect([answer.status, answer.body.updated]).toEqual([200, 80]);
    expect(answer.body.tasks.map(({ id }: TestTask) => id)).toEqual(ids(80));
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('holds no place for answers that nobody reads', async () => {
    const use = () => service.app.get(ConcurrencyLimits).use('bulk-updates');
    const body = JSON.stringify({ ids: ids(80), set: { status: 'Unread' } });
    const headers = [`Authorization: Bearer ${owner.token}`, 'Content-Type: application/json'];
    const request = `POST /api/tasks/bulk HTTP/1.1\r\n${[
      'Host: localhost',
      'X-Forwarded-Proto: https',
      ...headers,
      `Content-Length: ${body.length}`,
    ].join('\r\n')}\r\n\r\n${body}`;
    const sockets = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const socket = await open(Number(new URL(service.baseUrl).port), { tls: false });
        socket.write(request);
        await once(socket, 'readable');
        return socket;
      }),
    );
    expect(use()).toEqual({ held: 0, waiting: 0 });
    expect((await owner.api.post('/tasks/bulk', { ids: ids(1), set: { status: 'Done' } })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('is 503 with Retry-After when there is no place within 5 s', async () => {
    const [first = ''] = ids(1);
    const lock = await RowLock.take(service.database, 'tasks WHERE id = $1', first);
    const held = Array.from({ length: 2 }, () => owner.api.post('/tasks/bulk', { ids: [first], set: { title: 'x' } }));
    await eventually('they hold all places', () => service.app.get(ConcurrencyLimits).use('bulk-updates').held === 2);
    const refused = await owner.api.post('/tasks/bulk', { ids: [first], set: { title: 'y' } });
    await lock.release();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('keeps the ids for an Idempotency-Key, and reads the tasks anew', async () => {
    const { projectId, tasks: few } = await createProjectWithTasks(owner, 'One', 'Two', 'Three');
    const key = { headers: { 'Idempotency-Key': 'bulk-anew' } };
    const body = { ids: few.map(({ id }) => id), set: { priority: 'High' } };
    expect((await owner.api.post('/tasks/bulk', body, key)).body.updated).toBe(3);
    await owner.api.put(`/tasks/${few[0].id}`, { title: 'New' });
    await owner.api.delete(`/tasks/${few[1].id}`);
    const again = await owner.api.post('/tasks/bulk', body, key);
    expect([again.status, again.headers.get('Idempotency-Replayed'), again.body.updated]).toEqual([200, 'true', 3]);
    expect(again.body.tasks.map(({ title }: TestTask) => title)).toEqual(['New', 'Three']);
    const create = { tasks: [{ title: 'Made', projectId }] };
    const made = await owner.api.post('/tasks/bulk-create', create, { headers: { 'Idempotency-Key': 'bulk-made' } });
    const { id } = made.body.tasks[0];
    await owner.api.put(`/tasks/${id}`, { title: 'Renamed' });
    const repeated = await owner.api.post('/tasks/bulk-create', create, {
      headers: { 'Idempotency-Key': 'bulk-made' },
    });
    expect([repeated.status, repeated.body.tasks[0].id, repeated.body.tasks[0].title]).toEqual([201, id, 'Renamed']);
  });

  /** Bytes of the tasks, their events and their history. */
  async function stored(): Promise<number> {
    const [row] = await service.database.rows<{ bytes: string }>(`SELECT
      (SELECT sum(octet_length(description)) FROM tasks)
      + (SELECT sum(octet_length(data::text)) FROM events)
      + (SELECT sum(octet_length(changes::text)) FROM task_activity) AS bytes`);
    return Number(row!.bytes);
  }
});

it('the deletion of a task with many children does not hold up the event loop', async () => {
  const description = '🙂'.repeat(50_000);
  const deleteParent = async () => {
    const parent = await createTask(owner, project.id);
    for (let index = 0; index < 60; index += 1) {
      await createTask(owner, project.id, { parentId: parent.id, description });
    }
    const children = `/tasks?parentId=${parent.id}&fields=id`;
    expect((await owner.api.get(children)).body).toHaveLength(60);
    const seen = (await eventsOf(service.database, project.id)).length;
    await owner.api.delete(`/tasks/${parent.id}`);
    expect((await owner.api.get(children)).body).toEqual([]);
    const names = (await eventsOf(service.database, project.id, seen)).map(({ name }) => name);
    expect(names).toEqual([...Array.from({ length: 60 }, () => 'task.updated'), 'task.deleted']);
  };
  expect(await longestBlock(deleteParent)).toBeLessThan(LONGEST_BLOCK);
});
