import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import type { Answer } from '../../support/api.js';
import { ARCHIVED, refusalOf } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { RowLock } from '../../support/row-lock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

interface Things {
  readonly projectId: string;
  readonly task: TestTask;
  readonly sprintId: string;
  readonly epicId: string;
}

/** A change, and the row that keeps it from its end after it has read that the project is active. */
interface UnderWay {
  readonly name: string;
  readonly rows: string;
  readonly valueOf: (things: Things) => string;
  readonly change: (things: Things) => Promise<Answer>;
}

const api = () => company.member.api;
const TASK_ROW = { rows: 'tasks WHERE id = $1', valueOf: ({ task }: Things) => task.id };
const COUNTER_ROW = { rows: 'project_counters WHERE project_id = $1', valueOf: ({ projectId }: Things) => projectId };
const CHANGES: UnderWay[] = [
  { name: 'a change of a task', ...TASK_ROW, change: ({ task }) => api().put(`/tasks/${task.id}`, { title: 'New' }) },
  {
    name: 'a bulk change',
    ...TASK_ROW,
    change: ({ task }) => api().post('/tasks/bulk', { ids: [task.id], set: { title: 'New' } }),
  },
  { name: 'a comment', ...TASK_ROW, change: ({ task }) => api().post(`/tasks/${task.id}/comments`, { body: 'Text' }) },
  {
    name: 'logged time',
    ...TASK_ROW,
    change: ({ task }) => api().post(`/tasks/${task.id}/time-entries`, { hours: 1 }),
  },
  {
    name: 'a new task',
    ...COUNTER_ROW,
    change: ({ projectId }) => api().post('/tasks', { title: 'New', projectId, assigneeId: company.member.id }),
  },
  { name: 'a new epic', ...COUNTER_ROW, change: ({ projectId }) => api().post('/epics', { name: 'New', projectId }) },
  {
    name: 'the start of a sprint',
    rows: 'sprints WHERE id = $1',
    valueOf: ({ sprintId }) => sprintId,
    change: ({ sprintId }) => api().post(`/sprints/${sprintId}/start`),
  },
  {
    name: 'a change of an epic',
    rows: 'epics WHERE id = $1',
    valueOf: ({ epicId }) => epicId,
    change: ({ epicId }) => api().put(`/epics/${epicId}`, { name: 'New' }),
  },
];

async function makeThings(): Promise<Things> {
  const { id: projectId } = await createProject(company.member);
  const task = await createTask(company.member, projectId);
  const dates = { startDate: '2026-01-01', endDate: '2026-01-14' };
  const sprint = await api().post('/sprints', { name: 'Sprint', projectId, ...dates });
  const epic = await api().post('/epics', { name: 'Epic', projectId });
  return { projectId, task, sprintId: sprint.body.id, epicId: epic.body.id };
}

describe('POST /projects/{id}/archive while something in the project is changed', () => {
  it.each(CHANGES)('waits for $name, whose event comes first', async ({ rows, valueOf, change }) => {
    const things = await makeThings();
    const lock = await RowLock.take(service.database, rows, valueOf(things));
    const changed = change(things);
    await service.database.lockWaits(1);
    const archived = company.admin.api.post(`/projects/${things.projectId}/archive`);
    await service.database.lockWaits(2);
    await lock.release();
    expect([Math.floor((await changed).status / 100), (await archived).status]).toEqual([2, 200]);
    const names = (await eventsOf(service.database, things.projectId)).map(({ name }) => name);
    expect(names.at(-1)).toBe('project.archived');
  });

  it('shuts out changes that come later', async () => {
    const { projectId, task } = await makeThings();
    const lock = await RowLock.take(service.database, 'tasks WHERE id = $1', task.id);
    const first = api().put(`/tasks/${task.id}`, { title: 'First' });
    await service.database.lockWaits(1);
    const archived = company.admin.api.post(`/projects/${projectId}/archive`);
    await service.database.lockWaits(2);
    const second = api().put(`/tasks/${task.id}`, { title: 'Second' });
    await service.database.lockWaits(3);
    await lock.release();
    expect([(await first).status, (await archived).status]).toEqual([200, 200]);
    expect(refusalOf(await second)).toEqual(ARCHIVED);
    expect((await api().get(`/tasks/${task.id}`)).body.title).toBe('First');
  });

  it('comes through while many change the project', async () => {
    const { projectId, task } = await makeThings();
    let isArchived = false;
    const change = async () => {
      let last = await api().put(`/tasks/${task.id}`, { title: 'Changed' });
      for (let count = 0; !isArchived; count += 1) {
        last = await api().put(`/tasks/${task.id}`, { title: `${count}` });
        if (last.status === 200) await createTask(company.member, projectId).catch(() => undefined);
      }
      return last;
    };
    const changing = Promise.all(Array.from({ length: 6 }, change));
    const archived = await company.admin.api.post(`/projects/${projectId}/archive`);
    isArchived = true;
    expect(archived.status).toBe(200);
    await changing;
    expect((await eventsOf(service.database, projectId)).at(-1)?.name).toBe('project.archived');
  });
});
