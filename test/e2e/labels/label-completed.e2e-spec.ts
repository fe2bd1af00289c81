import { type TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createLabel, type TestLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { companyEventsOf, eventsOf } from '../../support/events.js';
import { TestDatabase } from '../../support/test-database.js';
import { type TestService, startKeepingDeadlocks } from '../../support/test-service.js';

/** "At least one task carries the label and all that do are Done" becomes true. */

let database: TestDatabase;
let service: TestService;
let company: TestCompany;
let projectId: string;
let label: TestLabel;
let other: TestLabel;
beforeAll(async () => ({ database, service, company } = await startKeepingDeadlocks()));
beforeEach(async () => {
  projectId = (await createProject(company.member)).id;
  label = await createLabel(company.member);
  other = await createLabel(company.member);
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const carrying = (...labels: TestLabel[]) => labels.map(({ id }) => id);
const make = (status: string, labels = [label]) =>
  createTask(company.member, projectId, { status, labelIds: carrying(...labels) });
const put = ({ id }: TestTask, input: object) => company.member.api.put(`/tasks/${id}`, input);
const bulk = (tasks: TestTask[], set: object) =>
  company.member.api.post('/tasks/bulk', { ids: tasks.map(({ id }) => id), set });
const remove = ({ id }: TestTask) => company.member.api.delete(`/tasks/${id}`);

/** The labels of which it was told, in order. */
async function completed(): Promise<unknown[]> {
  const events = await companyEventsOf(database, company.id);
  return events
    .filter(({ name, data }) => name === 'label.completed' && [label.id, other.id].includes(data['id'] as string))
    .map(({ data }) => data);
}

describe('label.completed', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the last open task is done', async () => put(await make('To Do'), { status: 'Done' })],
    ['the last open task is done, in another case', async () => put(await make('To Do'), { status: 'dONE' })],
    [
      'the last open tasks are done together',
      async () => bulk([await make('To Do'), await make('x')], { status: 'Done' }),
    ],
    [
      'the last open task is moved to Done',
      async () => {
        const [open, done] = [await make('Blocked'), await make('Done', [])];
        return company.member.api.post(`/tasks/${open.id}/move`, { afterId: done.id, status: 'Done' });
      },
    ],
    ['a done task is the first to get it', async () => put(await make('Done', []), { labelIds: carrying(label) })],
    [
      'done tasks are the first to get it',
      async () => bulk([await make('Done', []), await make('Done', [])], { labelIds: carrying(label) }),
    ],
    [
      'a task gets it as it is done',
      async () => put(await make('To Do', []), { labelIds: carrying(label), status: 'Done' }),
    ],
    ['a task is made with it that is done', () => make('Done')],
  ])('comes when %s', async (_when, change) => {
    await change();
    expect(await completed()).toEqual([label]);
  });

  it.each<[string, (open: TestTask) => Promise<unknown>]>([
    ['done', (open) => put(open, { status: 'Done' })],
    ['deleted', remove],
    ['without it', (open) => put(open, { labelIds: [] })],
    ['given another label', (open) => put(open, { labelIds: carrying(other) })],
    ['done and without it', (open) => put(open, { labelIds: [], status: 'Done' })],
  ])('comes when the last open one of several tasks is %s', async (_what, change) => {
    await make('Done');
    const open = await make('To Do');
    await put(await make('x'), { status: 'Done' });
    const before = (await completed()).length;
    await change(open);
    expect((await completed()).slice(before)).toEqual([label]);
  });

  it('comes each time its condition becomes true', async () => {
    const task = await make('Done');
    await put(task, { status: 'To Do' });
    await put(task, { status: 'Done' });
    const second = await make('To Do');
    await remove(second);
    await put(task, { labelIds: [] });
    await put(task, { labelIds: carrying(label) });
    expect(await completed()).toEqual([label, label, label, label]);
  });

  it('comes for each label that a change completes, after the events of the tasks', async () => {
    const task = await make('To Do', [label, other]);
    await put(task, { status: 'Done' });
    expect(await completed()).toEqual([label, other]);
    expect((await eventsOf(database, projectId)).map(({ name }) => name).slice(-2)).toEqual([
      'task.updated',
      'task.completed',
    ]);
    const [last] = await database.rows<{ name: string }>('SELECT name FROM events ORDER BY id DESC LIMIT 1');
    expect(last?.name).toBe('label.completed');
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'another open task carries it',
      async () => {
        await make('To Do');
        await put(await make('To Do'), { status: 'Done' });
      },
    ],
    ['a task is made with it that is open', () => make('To Do')],
    ['the last task that carried it is deleted', async () => remove(await make('To Do'))],
    ['the last task that carried it loses it', async () => put(await make('To Do'), { labelIds: [] })],
    ['tasks without it are done', async () => put(await make('To Do', []), { status: 'Done' })],
    [
      'the project of the last open task is deleted',
      async () => {
        const elsewhere = await createProject(company.member);
        await createTask(company.member, elsewhere.id, { labelIds: carrying(label) });
        await make('Done');
        await company.admin.api.delete(`/projects/${elsewhere.id}`);
      },
    ],
    [
      'an open task leaves its sprint',
      async () => {
        const sprint = await createActiveSprint(company.member, projectId);
        const task = await createTask(company.member, projectId, { sprintId: sprint.id, labelIds: carrying(label) });
        await company.member.api.post(`/sprints/${sprint.id}/complete`);
        await put(task, { title: 'Renamed' });
      },
    ],
    [
      'an open task that the caller does not reach carries it',
      async () => {
        const hidden = await createProject(company.admin);
        await createTask(company.admin, hidden.id, { labelIds: carrying(label) });
        await giveToTeam(database, hidden.id);
        await make('Done');
      },
    ],
    ['the change is refused', async () => put(await make('To Do'), { status: 'Done', labelIds: [projectId] })],
  ])('does not come when %s', async (_when, change) => {
    await change();
    expect(await completed()).toEqual([]);
  });

  it.each<[string, (task: TestTask) => Promise<unknown>]>([
    ['another done task gets it', async () => put(await make('Done', []), { labelIds: carrying(label) })],
    ['another task is made with it that is done', () => make('Done')],
    ['a done task loses it', async () => put(await make('Done'), { labelIds: [] })],
    ['a done task is deleted', async () => remove(await make('Done'))],
    [
      'a done task changes otherwise',
      (task) => put(task, { title: 'Renamed', status: 'Done', labelIds: carrying(label) }),
    ],
    [
      'a done task gets another label as well',
      (task) => put(task, { labelIds: carrying(label, other), status: 'To Do' }),
    ],
  ])('does not come again when it is complete and %s', async (_when, change) => {
    const task = await make('Done');
    await change(task);
    expect(await completed()).toEqual([label]);
  });

  it('comes once when the last tasks are closed at once', async () => {
    const tasks = await Promise.all(Array.from({ length: 10 }, () => make('To Do', [label, other])));
    const answers = await Promise.all(
      tasks.map((task, index) => (index % 3 ? put(task, { status: 'Done' }) : remove(task))),
    );
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await completed()).length).toBe(2);
  });

  it('comes exactly once each time, under concurrent changes too', async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, () => make('Done', [])));
    await make('Done');
    await Promise.all([
      ...tasks.map((task) => put(task, { labelIds: carrying(other, label) })),
      ...tasks.map((task) => put(task, { status: 'To Do' })),
      ...tasks.map(() => make('To Do', [label])),
    ]);
    const open = (await company.viewer.api.get<TestTask[]>(`/tasks?labelIds=${label.id}&status=To Do`)).body;
    const before = (await completed()).length;
    await Promise.all(open.map((task) => put(task, { status: 'Done' })));
    expect((await completed()).slice(before)).toEqual(expect.arrayContaining([label]));
    expect((await completed()).slice(before).filter((data) => (data as TestLabel).id === label.id)).toHaveLength(1);
  });

  it('does not deadlock when labels are named in different orders', async () => {
    const tasks = await Promise.all(
      Array.from({ length: 8 }, (_, index) => make('To Do', [index % 2 ? label : other])),
    );
    const answers = await Promise.all(
      tasks.map((task, index) => {
        const labels = index % 2 ? [label, other] : [other, label];
        return bulk([task, tasks[(index + 3) % 8]!], {
          labelIds: carrying(...labels),
          status: index % 3 ? 'Done' : 'To Do',
        });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(tasks.map(() => 200));
  });

  it('works while a label is deleted and tasks get it', async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, () => make('Done', [other])));
    const [deleted, ...answers] = await Promise.all([
      company.member.api.delete(`/labels/${label.id}`),
      ...tasks.map((task) => put(task, { labelIds: carrying(label, other) })),
      ...tasks.map((task) => put(task, { status: 'To Do' })),
    ]);
    expect(deleted.status).toBe(204);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await database.rows('SELECT 1 FROM task_labels WHERE label_id = $1', [label.id])).toEqual([]);
  });
});
