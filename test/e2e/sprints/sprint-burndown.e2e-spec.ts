import { type TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createSprint, type TestSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { DAY, dayIn } from '../../support/clock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

interface Row {
  date: string;
  remainingHours: number;
  idealHours: number | null;
  doneTasks: number;
}

let service: TestService;
let company: TestCompany;
let projectId: string;
let sprint: TestSprint;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => {
  projectId = (await createProject(company.member)).id;
  sprint = await createActiveSprint(company.member, projectId);
});
afterAll(() => service.stop());

const taskIn = (input: object = {}) => createTask(company.member, projectId, { sprintId: sprint.id, ...input });
const put = ({ id }: TestTask, input: object) => company.member.api.put(`/tasks/${id}`, input);
const rowsOf = async ({ id }: TestSprint) => (await company.viewer.api.get<Row[]>(`/sprints/${id}/burndown`)).body;
const totalsOf = async ({ id }: TestSprint) => (await company.viewer.api.get(`/sprints/${id}`)).body.totals;

/** What remains and what is done now; the totals of the sprint say the same. */
async function now(of = sprint): Promise<[remainingHours: number, doneTasks: number]> {
  const { remainingHours, doneTasks } = (await rowsOf(of)).at(-1)!;
  expect(await totalsOf(of)).toMatchObject({ remainingHours, done: doneTasks });
  return [remainingHours, doneTasks];
}

/** As if the sprint, and what happened in it until now, had been so many days earlier. */
async function goBack(days: number): Promise<void> {
  const before = (column: string) => `(${column} AT TIME ZONE 'UTC' - interval '${days} days') AT TIME ZONE 'UTC'`;
  await service.database.rows(`UPDATE sprints SET started_at = ${before('started_at')} WHERE id = $1`, [sprint.id]);
  await service.database.rows(`UPDATE sprint_changes SET at = ${before('at')} WHERE sprint_id = $1`, [sprint.id]);
}

describe('GET /sprints/{id}/burndown', () => {
  it('has one row, of the present, on the first day', async () => {
    const rows = await rowsOf(sprint);
    expect(rows).toEqual([{ date: expect.any(String), remainingHours: 0, idealHours: null, doneTasks: 0 }]);
    expect(Math.abs(Date.parse(rows[0]!.date) - Date.now())).toBeLessThan(60_000);
  });

  const tasks: Record<'a' | 'b' | 'outside', TestTask | undefined> = { a: undefined, b: undefined, outside: undefined };
  async function makeTasks(): Promise<void> {
    tasks.a = await taskIn({ estimatedHours: 6 });
    tasks.b = await taskIn({ estimatedHours: 4 });
    tasks.outside = await taskIn({ sprintId: null, estimatedHours: 7 });
  }
  const bulk = (set: object) => company.member.api.post('/tasks/bulk', { ids: [tasks.a!.id, tasks.b!.id], set });
  const move = (status: string) =>
    company.member.api.post(`/tasks/${tasks.a!.id}/move`, { afterId: tasks.b!.id, status });

  it.each<[change: string, make: () => Promise<unknown>, now: [number, number]]>([
    ['a task is made in it', () => taskIn({ estimatedHours: 5, loggedHours: 1.5 }), [13.5, 0]],
    ['a task is made in it that is done', () => taskIn({ status: 'Done', estimatedHours: 5 }), [10, 1]],
    ['more is logged than estimated', () => taskIn({ estimatedHours: 1, loggedHours: 3 }), [10, 0]],
    ['its task is estimated anew', () => put(tasks.a!, { estimatedHours: 8.25 }), [12.25, 0]],
    ['work is logged', () => put(tasks.a!, { loggedHours: 2 }), [8, 0]],
    ['too much work is logged', () => put(tasks.a!, { loggedHours: 60 }), [4, 0]],
    ['its task is no longer estimated', () => put(tasks.a!, { estimatedHours: null }), [4, 0]],
    ['its task is done', () => put(tasks.a!, { status: 'Done' }), [4, 1]],
    ['its task is moved to another lane', () => move('Done'), [4, 1]],
    ['its tasks are done together', () => bulk({ status: 'done' }), [0, 2]],
    ['its task leaves it', () => put(tasks.a!, { sprintId: null }), [4, 0]],
    ['its tasks leave it as they are done', () => bulk({ sprintId: null, status: 'Done' }), [0, 0]],
    ['its task is deleted', () => company.member.api.delete(`/tasks/${tasks.a!.id}`), [4, 0]],
    ['a task enters it', () => put(tasks.outside!, { sprintId: sprint.id }), [17, 0]],
    ['its task is renamed', () => put(tasks.a!, { title: 'Renamed', priority: 'High' }), [10, 0]],
    ['a task is changed elsewhere', () => put(tasks.outside!, { loggedHours: 1, status: 'Done' }), [10, 0]],
  ])('shows that %s', async (_change, make, expected) => {
    await makeTasks();
    expect(await now()).toEqual([10, 0]);
    await make();
    expect(await now()).toEqual(expected);
  });

  it('keeps the work of each day, whatever happens to the tasks later', async () => {
    const endDate = new Date(Date.now() + 2 * DAY).toISOString();
    const planned = await createSprint(company.member, projectId, { endDate });
    await company.member.api.post(`/sprints/${sprint.id}/cancel`);
    sprint = planned;
    const [done, deleted, gone] = [
      await taskIn({ estimatedHours: 8 }),
      await taskIn({ estimatedHours: 6 }),
      await taskIn({ estimatedHours: 4 }),
    ];
    await company.member.api.post(`/sprints/${sprint.id}/start`);
    await goBack(1);
    await put(done, { status: 'Done' });
    await put(deleted, { loggedHours: 1 });
    await goBack(1);
    await company.member.api.delete(`/tasks/${deleted.id}`);
    await put(gone, { sprintId: null });
    await taskIn({ estimatedHours: 2.5 });
    const rows = await rowsOf(sprint);
    expect(rows.map(({ remainingHours, doneTasks }) => [remainingHours, doneTasks])).toEqual([
      [18, 0],
      [9, 1],
      [2.5, 1],
    ]);
    const days = [-2, -1, 0].map(dayIn);
    expect(rows.map(({ date }) => date.slice(0, 10))).toEqual(days);
    // From 18 hours two days ago to none in two days: 9 now.
    expect(rows.at(-1)?.idealHours).toBeCloseTo(9, 1);
    expect(rows[0]!.idealHours).toBeGreaterThan(rows[1]!.idealHours!);
    expect(await now()).toEqual([2.5, 1]);
  });

  it('keeps the open work at the end of the sprint, and nothing later', async () => {
    const open = await taskIn({ estimatedHours: 5 });
    const done = await taskIn({ estimatedHours: 3, status: 'Done' });
    const next = await createSprint(company.member, projectId);
    const { body } = await company.member.api.post(`/sprints/${sprint.id}/complete`, { moveOpenTo: next.id });
    await put(done, { status: 'To Do' });
    await put(open, { loggedHours: 1 });
    const last = { date: body.endedAt, remainingHours: 5, idealHours: null, doneTasks: 1 };
    expect((await rowsOf(sprint)).at(-1)).toEqual(last);
    expect(await now(next)).toEqual([4, 0]);
  });

  it('follows tasks from one sprint to another', async () => {
    const other = await createSprint(company.member, projectId);
    const task = await taskIn({ estimatedHours: 5 });
    await put(task, { sprintId: other.id, loggedHours: 2 });
    expect([await now(), await now(other)]).toEqual([
      [0, 0],
      [3, 0],
    ]);
  });

  it('misses no concurrent change', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => taskIn({ estimatedHours: 10 })));
    await Promise.all(
      made.flatMap((task, index) => [
        put(task, { loggedHours: index }),
        put(task, index % 2 ? { status: 'Done' } : { estimatedHours: 12 }),
      ]),
    );
    expect(await now()).toEqual([12 + 10 + 8 + 6, 4]);
  });

  it('takes no page', async () => {
    const answer = await company.viewer.api.get(`/sprints/${sprint.id}/burndown?page=1`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { page: 'Unknown parameter' }]);
  });
});
