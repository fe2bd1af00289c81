import { Shares } from '../../src/core/shares/shares.js';
import { createCompany, type TestUser } from '../factories/company.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask, createTasks, type TestActivity, type TestTask } from '../factories/task.factory.js';
import { refusalOf, UNKNOWN_ID } from '../support/answers.js';
import { LONGEST_BLOCK, longestBlock } from '../support/event-loop.js';
import { eventually } from '../support/eventually.js';
import { companyEventsOf, eventsOf, type RecordedEvent } from '../support/events.js';
import { open } from '../support/raw-http.js';
import { startTestService, type TestService } from '../support/test-service.js';

const MEBIBYTE = 1024 * 1024;

jest.setTimeout(60_000);

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

describe('POST /tasks/bulk', () => {
  let tasks: TestTask[];
  beforeAll(async () => {
    tasks = await createTasks(
      owner,
      project.id,
      Array.from({ length: 80 }, (_, index) => `Task ${index}`),
    );
  });

  /** A description with which `set` has so many bytes as JSON. */
  const describedBy = (bytes: number) => ({ description: 'x'.repeat(bytes - '{"description":""}'.length) });
  const ids = (count: number) => tasks.slice(0, count).map(({ id }) => id);

  it('refuses to write more than 4 MiB, and writes nothing', async () => {
    const many = Array.from({ length: 200 }, (_, index) => UNKNOWN_ID.replace(/.{3}$/, String(index).padStart(3, '0')));
    const answer = await owner.api.post('/tasks/bulk', { ids: many, set: { description: '🙂'.repeat(50_000) } });
    expect(refusalOf(answer)).toEqual([
      400,
      'VALIDATION_ERROR',
      { set: 'Must be at most 20971 bytes of JSON for 200 tasks: 4 MiB in all' },
    ]);
    const tooMuch = describedBy(Math.floor((4 * MEBIBYTE) / 80) + 1);
    const refused = await owner.api.post('/tasks/bulk', { ids: ids(80), set: tooMuch });
    expect(refused.status).toBe(400);
    expect((await owner.api.get(`/tasks/${tasks[0]!.id}`)).body.description).toBeNull();
  });

  it('takes 4 MiB, and counts equal ids once', async () => {
    const set = describedBy(Math.floor((4 * MEBIBYTE) / 90));
    const answer = await owner.api.post('/tasks/bulk', { ids: [...ids(80), ...ids(80)], set });
    expect([answer.status, answer.body.updated]).toEqual([200, 80]);
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

  it('keeps few unread answers in memory, and those of one company do not exclude another', async () => {
    const use = () => service.app.get(Shares).use('bulk-updates');
    const body = JSON.stringify({ ids: ids(80), set: { status: 'Unread' } });
    const headers = [`Authorization: Bearer ${owner.token}`, 'Content-Type: application/json'];
    const request = `POST /api/tasks/bulk HTTP/1.1\r\n${[
      'Host: localhost',
      'X-Forwarded-Proto: https',
      ...headers,
      `Content-Length: ${body.length}`,
    ].join('\r\n')}\r\n\r\n${body}`;
    const sockets = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = await open(Number(new URL(service.baseUrl).port), { tls: false });
        socket.pause();
        socket.write(request);
        return socket;
      }),
    );
    await eventually('it holds its share', () => use().held === 2 && use().waiting === 2);
    const other = await createCompany(service.api);
    const { id } = await createTask(other.owner, (await createProject(other.owner)).id);
    expect((await other.owner.api.post('/tasks/bulk', { ids: [id], set: { status: 'Done' } })).status).toBe(200);
    await eventually('those who wait are refused', () => use().waiting === 0);
    for (const socket of sockets) socket.destroy();
    await eventually('the places are free', () => use().held === 0);
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
