import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createProjectWithTasks, createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import type { Answer } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { TestDatabase } from '../../support/test-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';

let database: TestDatabase;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  database = await TestDatabase.create();
  await database.keepDeadlocks();
  service = await startTestService({}, database);
  company = await createCompany(service.api);
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();
const put = ({ id }: TestTask, input: object) => company.member.api.put(`/tasks/${id}`, input);
const remove = ({ id }: TestTask) => company.member.api.delete(`/tasks/${id}`);
const move = ({ id }: TestTask, input: object) => company.member.api.post(`/tasks/${id}/move`, input);
const block = ({ id }: TestTask, blocker: TestTask) =>
  company.member.api.post(`/tasks/${id}/blockers`, { taskId: blocker.id });
const bulk = (tasks: TestTask[], set: object) =>
  company.member.api.post('/tasks/bulk', { ids: tasks.map(({ id }) => id), set });
const read = async ({ id }: TestTask) => (await company.member.api.get<TestTask>(`/tasks/${id}`)).body;
const tasksOf = async (projectId: string) =>
  (await company.member.api.get<TestTask[]>(`/tasks?projectId=${projectId}&sortBy=rank&sortOrder=asc`)).body;

async function projectWithTasks(count: number): Promise<{ projectId: string; tasks: TestTask[] }> {
  return createProjectWithTasks(company.member, ...Array.from({ length: count }, (_, index) => `${index}`));
}

/** Ranks the tasks of a new project in their order, so that nothing fits between them. */
async function lengthenRanks(projectId: string): Promise<void> {
  await database.rows(
    `UPDATE tasks t SET rank = 'f000001' || repeat('V', 43) || chr(64 + ranked.place::integer)
      FROM (SELECT id, row_number() OVER (ORDER BY rank) AS place FROM tasks WHERE project_id = $1) ranked
      WHERE t.id = ranked.id`,
    [projectId],
  );
}

/** Whether someone can be reached from themselves over the edges. */
function hasCycle(edges: { from: string; to: string }[]): boolean {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    (targets.get(from) ?? []).some(({ to }) => to === wanted || (!seen.has(to) && reaches(to, wanted, seen.add(to))));
  return [...targets.keys()].some((id) => reaches(id, id));
}

describe('tasks changed at once', () => {
  it('are blocked by open blockers only, even when a blocker is closed while it is added', async () => {
    const { tasks } = await projectWithTasks(30);
    const pairs = Array.from(
      { length: 15 },
      (_, index) => tasks.slice(index * 2, index * 2 + 2) as [TestTask, TestTask],
    );
    await Promise.all(pairs.flatMap(([task, blocker]) => [block(task, blocker), put(blocker, { status: 'Done' })]));
    expect(await Promise.all(pairs.map(async ([task]) => (await read(task)).isBlocked))).toEqual(
      pairs.map(() => false),
    );
    await Promise.all(pairs.map(([, blocker]) => put(blocker, { status: 'To Do' })));
    expect(await Promise.all(pairs.map(async ([task]) => (await read(task)).isBlocked))).toEqual(pairs.map(() => true));
  });

  it('are counted exactly while some are made and others deleted', async () => {
    const { projectId, tasks } = await projectWithTasks(20);
    await Promise.all([
      times(30, () => createTask(company.member, projectId)),
      ...tasks.map((task) => Promise.all([remove(task), remove(task)])),
    ]);
    const page = await company.member.api.get(`/tasks?projectId=${projectId}&page=1&limit=2`);
    expect(page.body.meta.pagination.total).toBe(30);
    expect((await company.member.api.get(`/projects/${projectId}`)).body.taskCount).toBe(30);
    expect(await tasksOf(projectId)).toHaveLength(30);
  });

  it('are made or refused while their project is archived and opened again', async () => {
    const { id: projectId } = await createProject(company.member);
    const answers = await times(240, (index) =>
      index % 6 === 5
        ? company.admin.api.post(`/projects/${projectId}/${index % 12 === 5 ? 'archive' : 'unarchive'}`)
        : company.member.api.post('/tasks', { title: 'new', projectId }),
    );
    // 503: who waited too long for the project, as on a busy machine, is refused, too.
    for (const { status } of answers) expect([200, 201, 409, 503]).toContain(status);
    expect(await tasksOf(projectId)).toHaveLength(answers.filter(({ status }) => status === 201).length);
  });

  it('get distinct numbers and ranks when 50 are made', async () => {
    const project = await createProject(company.member, { key: 'MANY' });
    const made = await times(50, () => createTask(company.member, project.id));
    const expected = Array.from({ length: 50 }, (_, index) => `MANY-${index + 1}`);
    expect(new Set(made.map(({ tid }) => tid))).toEqual(new Set(expected));
    expect(new Set(made.map(({ rank }) => rank)).size).toBe(50);
    expect((await tasksOf(project.id)).map(({ tid }) => tid)).toEqual(expected);
    const created = (await eventsOf(service.database, project.id)).filter(({ name }) => name === 'task.created');
    expect(new Set(created.map(({ data }) => data['tid']))).toEqual(new Set(expected));
  });

  it('keep distinct ranks while they are moved and others are made', async () => {
    const { projectId, tasks } = await projectWithTasks(12);
    const answers = await times(60, (index) => {
      const [task, neighbour] = [tasks[index % 12] as TestTask, tasks[(index * 5 + 1) % 12] as TestTask];
      if (index % 6 === 0) return company.member.api.post('/tasks', { title: 'new', projectId });
      if (task === neighbour) return put(task, { title: 'itself' });
      return move(task, index % 2 ? { beforeId: neighbour.id } : { afterId: neighbour.id });
    });
    expect(statuses(answers)).toEqual([200, 201]);
    const ranks = (await tasksOf(projectId)).map(({ rank }) => rank);
    expect([ranks.length, new Set(ranks).size]).toEqual([22, 22]);
  });

  it('end at their new place, also when long ranks are rewritten', async () => {
    const { projectId, tasks } = await projectWithTasks(12);
    const idsOf = (some: TestTask[]) => some.map(({ id }) => id);
    for (let round = 0; round < 5; round += 1) {
      await lengthenRanks(projectId);
      const [first, ...others] = (await tasksOf(projectId)) as [TestTask, ...TestTask[]];
      const [staying, moving] = [others.slice(0, 5), others.slice(5)];
      const answers = await Promise.all([
        ...moving.flatMap((task) => [
          move(task, { afterId: first.id, status: round % 2 ? 'Done' : 'To Do' }),
          company.member.api.post(`/tasks/${task.id}/comments`, { body: 'On its way' }),
        ]),
        ...tasks.map((_, index) => bulk([...tasks.slice(index), ...tasks.slice(0, index)], { title: `${index}` })),
      ]);
      expect(statuses(answers)).toEqual([200, 201]);
      const after = await tasksOf(projectId);
      expect(idsOf([after[0]!, ...after.slice(7)])).toEqual(idsOf([first, ...staying]));
      expect(idsOf(after.slice(1, 7)).sort()).toEqual(idsOf(moving).sort());
      expect(after.filter(({ rank }) => rank.length > 50)).toEqual([]);
    }
  });

  it('lose no update', async () => {
    const { projectId, tasks } = await projectWithTasks(1);
    const [task] = tasks as [TestTask];
    const inputs = [{ title: 'New' }, { description: 'd' }, { priority: 'High' }, { estimatedHours: 2 }];
    const others = [
      { loggedHours: 1 },
      { dueDate: '2026-01-01' },
      { assigneeId: company.admin.id },
      { status: 'Done' },
    ];
    expect(statuses(await Promise.all([...inputs, ...others].map((input) => put(task, input))))).toEqual([200]);
    const expected = Object.assign({}, ...inputs, ...others, { dueDate: '2026-01-01T00:00:00.000Z' });
    expect(await read(task)).toMatchObject(expected);
    const names = (await eventsOf(service.database, projectId)).slice(2).map(({ name }) => name);
    expect(names.filter((name) => name === 'task.updated')).toHaveLength(8);
    expect(names.filter((name) => name !== 'task.updated').sort()).toEqual(['task.assigned', 'task.completed']);
  });

  it('change in one sequence, with one event and one history entry for each step', async () => {
    const { projectId, tasks } = await projectWithTasks(1);
    const [task] = tasks as [TestTask];
    const answers = await times(30, (index) =>
      put(task, { title: `title ${index}`, status: index % 2 ? 'Done' : 'To Do' }),
    );
    expect(statuses(answers)).toEqual([200]);
    const path = `/tasks/${task.id}/activity`;
    const entries = (await company.member.api.get<TestActivity[]>(path)).body.reverse().slice(1);
    const last = await read(task);
    const steps = entries.map(({ changes }) => changes['title']!);
    expect(steps.map(({ from }) => from)).toEqual(['0', ...steps.slice(0, -1).map(({ to }) => to)]);
    expect(steps.at(-1)?.to).toBe(last.title);
    expect(new Set(steps.map(({ to }) => to)).size).toBe(30);
    const events = (await eventsOf(service.database, projectId)).slice(2);
    const changes = events.flatMap(({ data }) => (data.changes ? [data.changes] : []));
    expect(new Set(changes.map((change) => JSON.stringify(change)))).toEqual(
      new Set(entries.map((entry) => JSON.stringify(entry.changes))),
    );
    const completions = changes.filter(({ status }) => status?.to === 'Done').length;
    expect(events.filter(({ name }) => name === 'task.completed')).toHaveLength(completions);
  });

  it('do not deadlock in bulk changes, whatever the order of their ids', async () => {
    const { tasks } = await projectWithTasks(20);
    const reversed = [...tasks].reverse();
    const answers = await times(12, (index) => bulk(index % 2 ? tasks : reversed, { title: `title ${index}` }));
    expect(statuses(answers)).toEqual([200]);
    const titles = new Set((await Promise.all(tasks.map(read))).map(({ title }) => title));
    expect(titles.size).toBe(1);
  });

  it('never become their own ancestors', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { projectId, tasks } = await projectWithTasks(5);
      // Each is put below the next, and the last below the first: all but one can succeed.
      const answers = await Promise.all(
        tasks.map((task, index) => put(task, { parentId: tasks[(index + 1) % tasks.length]!.id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 400]);
      const edges = (await tasksOf(projectId)).flatMap(({ id, parentId }) =>
        parentId ? { from: id, to: parentId } : [],
      );
      expect([edges.length, hasCycle(edges)]).toEqual([4, false]);
    }
  });

  it('never block themselves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tasks } = await projectWithTasks(4);
      const pairs = tasks.flatMap((task) => tasks.flatMap((other) => (task === other ? [] : [[task, other] as const])));
      const answers = await Promise.all(pairs.map(([task, other]) => block(task, other)));
      expect(statuses(answers)).toEqual([201, 409]);
      const edges = await service.database.rows<{ from: string; to: string }>(
        'SELECT task_id AS "from", blocker_id AS "to" FROM task_blockers WHERE task_id = ANY ($1)',
        [tasks.map(({ id }) => id)],
      );
      expect([edges.length, hasCycle(edges)]).toEqual([answers.filter(({ status }) => status === 201).length, false]);
      // Of each two, one waits for the other.
      expect(edges).toHaveLength(6);
    }
  });

  it('never block themselves through others', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b, c, d] = (await projectWithTasks(4)).tasks as [TestTask, TestTask, TestTask, TestTask];
      await Promise.all([block(a, b), block(c, d)]);
      // Each of the two is fine alone, and no task has a part in both.
      const answers = await Promise.all([block(b, c), block(d, a)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  it('lose their parent or are refused when it is deleted meanwhile', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { projectId, tasks } = await projectWithTasks(4);
      const [parent, ...children] = tasks as [TestTask, ...TestTask[]];
      const [deleted, created, ...changed] = await Promise.all([
        remove(parent),
        company.member.api.post('/tasks', { title: 'new', projectId, parentId: parent.id }),
        ...children.map((child) => put(child, { parentId: parent.id })),
        move(children[0]!, { afterId: children[2]!.id }),
        bulk([...children].reverse(), { parentId: parent.id }),
      ]);
      expect([deleted.status, [201, 404].includes(created.status)]).toEqual([204, true]);
      for (const { status } of changed) expect([200, 404]).toContain(status);
      expect((await tasksOf(projectId)).filter(({ parentId }) => parentId !== null)).toEqual([]);
    }
  });

  it.each([true, false])('block nothing once they are deleted (parents: %j)', async (areParents) => {
    for (let round = 0; round < 8; round += 1) {
      const { projectId, tasks } = await projectWithTasks(4);
      const [blocker, ...others] = tasks as [TestTask, ...TestTask[]];
      if (areParents) await bulk(others, { parentId: blocker.id });
      const [deleted, ...added] = await Promise.all([remove(blocker), ...others.map((other) => block(other, blocker))]);
      expect(deleted.status).toBe(204);
      for (const { status } of added) expect([201, 404]).toContain(status);
      const left = await tasksOf(projectId);
      expect(left.map(({ isBlocked, parentId }) => [isBlocked, parentId])).toEqual(others.map(() => [false, null]));
    }
  });
});
