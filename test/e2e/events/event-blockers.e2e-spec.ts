import type { TestCompany, TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { EventCopy } from '../../support/event-copy.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** What events say of tasks whose blockers are closed, opened or deleted. */

let service: TestService;
let company: TestCompany;
let member: TestUser;
let projectId: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  ({ member } = company);
  projectId = (await createProject(member)).id;
});
afterAll(() => service.stop());

const make = (input: object = {}) => createTask(member, projectId, input);
const block = (task: TestTask, blocker: TestTask) =>
  company.owner.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
const setStatus = (task: TestTask, status: string) => company.owner.api.put(`/tasks/${task.id}`, { status });

/** The events that `change` makes: name, id of the task, and what they say of others. */
async function effectsOf(change: () => Promise<unknown>, reader: TestUser = member): Promise<unknown[]> {
  const end = await endOfEvents(reader);
  await change();
  return (await eventsAfter(reader, end)).map(({ event, data: { id, unblocked, blocked, truncated } }) => {
    return [event, id, { unblocked, blocked, truncated }];
  });
}

describe('the events of a blocker', () => {
  it('name the tasks that it unblocks, and the tasks that it blocks again', async () => {
    const [blocker, one, two] = [await make(), await make(), await make()];
    await block(one, blocker);
    await block(two, blocker);
    const ids = [one.id, two.id].sort();
    expect(await effectsOf(() => setStatus(blocker, 'Done'))).toEqual([
      ['task.updated', blocker.id, { unblocked: ids }],
      ['task.completed', blocker.id, { unblocked: ids }],
    ]);
    expect(await effectsOf(() => setStatus(blocker, 'To Do'))).toEqual([
      ['task.updated', blocker.id, { blocked: ids }],
    ]);
    expect(await effectsOf(() => setStatus(blocker, 'In Progress'))).toEqual([['task.updated', blocker.id, {}]]);
    expect(await effectsOf(() => member.api.delete(`/tasks/${blocker.id}`))).toEqual([
      ['task.deleted', blocker.id, { unblocked: ids }],
    ]);
  });

  it('name no task that its own status or another blocker keeps blocked', async () => {
    const [blocker, other, task] = [await make(), await make(), await make()];
    const itself = await make({ status: 'Blocked' });
    for (const one of [task, itself]) await block(one, blocker);
    await block(task, other);
    const updated = (of: TestTask, effect: object) => ['task.updated', of.id, effect];
    const completed = (of: TestTask, effect: object) => ['task.completed', of.id, effect];
    expect(await effectsOf(() => setStatus(blocker, 'Done'))).toEqual([updated(blocker, {}), completed(blocker, {})]);
    const free = { unblocked: [task.id] };
    expect(await effectsOf(() => setStatus(other, 'Done'))).toEqual([updated(other, free), completed(other, free)]);
    expect(await effectsOf(() => setStatus(blocker, 'To Do'))).toEqual([updated(blocker, { blocked: [task.id] })]);
    expect(await effectsOf(() => setStatus(other, 'To Do'))).toEqual([updated(other, {})]);
    expect(await effectsOf(() => member.api.delete(`/tasks/${other.id}`))).toEqual([['task.deleted', other.id, {}]]);
  });

  it('name them with each of the blockers that are closed together', async () => {
    const [one, two, task] = [await make(), await make(), await make()];
    for (const blocker of [one, two]) await block(task, blocker);
    const close = () => member.api.post('/tasks/bulk', { ids: [one.id, two.id], set: { status: 'Done' } });
    const free = { unblocked: [task.id] };
    expect(await effectsOf(close)).toEqual([
      ['task.updated', one.id, free],
      ['task.completed', one.id, free],
      ['task.updated', two.id, free],
      ['task.completed', two.id, free],
    ]);
  });

  it('name at most 200, and say when there are more', async () => {
    const blocker = await make();
    await service.database.rows(
      `WITH made AS (
          INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, created_at, updated_at)
          SELECT company_id, gen_random_uuid(), id, 'X-' || n, 'x' || n, 'Task', 'Backlog', 'None', now(), now()
          FROM projects, generate_series(1, 201) n WHERE id = $1 RETURNING company_id, id)
        INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open) SELECT company_id, id, $2, true FROM made`,
      [projectId, blocker.id],
    );
    const [[, , effect]] = (await effectsOf(() => setStatus(blocker, 'Done'))) as [
      [string, string, { unblocked: string[] }],
    ];
    expect(effect).toEqual({ unblocked: expect.any(Array), truncated: true });
    expect(effect.unblocked).toHaveLength(200);
  });

  it('tell of a task whose last two blockers are closed at the same moment', async () => {
    const [one, two, task] = [await make(), await make(), await make()];
    for (const blocker of [one, two]) await block(task, blocker);
    const effects = await effectsOf(async () => {
      await service.database.rows('BEGIN');
      await service.database.rows('SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE', [company.id]);
      const closing = [one, two].map((blocker) => setStatus(blocker, 'Done'));
      await service.database.lockWaits(2);
      await service.database.rows('COMMIT');
      await Promise.all(closing);
    });
    const told = effects.filter((event) => JSON.stringify(event).includes('unblocked'));
    expect(told).toHaveLength(2);
  });

  it('name only tasks that the reader reaches, in changes too', async () => {
    const { owner, admin, viewer } = company;
    const hidden = await createProject(owner, { teamId: (await createTeam(admin, [viewer])).id });
    const [blocker, shown] = [await make(), await make()];
    const secret = await createTask(owner, hidden.id);
    const end = await endOfEvents(owner);
    await block(secret, blocker);
    await block(shown, blocker);
    await setStatus(blocker, 'Done');
    await setStatus(blocker, 'To Do');
    const lists = async (user: TestUser) =>
      (await eventsAfter(user, end)).flatMap(({ data }) => (data['unblocked'] ?? data['blocked'] ?? []) as string[]);
    const all = [secret.id, shown.id].sort();
    for (const user of [owner, admin, viewer]) expect(await lists(user)).toEqual([...all, ...all, ...all]);
    expect(await lists(member)).toEqual([shown.id, shown.id, shown.id]);
    // Deleted tasks of a project out of reach stay hidden.
    await owner.api.delete(`/tasks/${secret.id}`);
    expect(await lists(member)).toEqual([shown.id, shown.id, shown.id]);

    const other = await createTask(owner, hidden.id);
    const changes = async (user: TestUser) => {
      const begin = await endOfEvents(user);
      await block(shown, other);
      await owner.api.delete(`/tasks/${shown.id}/blockers/${other.id}`);
      return (await eventsAfter(user, begin)).map(({ data }) => data['changes']);
    };
    const both = [blocker.id, other.id].sort();
    expect(await changes(viewer)).toEqual([
      { blockerIds: { from: [blocker.id], to: both } },
      { blockerIds: { from: both, to: [blocker.id] } },
    ]);
    const none = { blockerIds: { from: [blocker.id], to: [blocker.id] } };
    expect(await changes(member)).toEqual([none, none]);
  });
});

describe('isBlocked in the event of a task', () => {
  it('is never older than the events of its blockers, so a copy of the task ends up correct', async () => {
    const sprint = await createSprint(member, projectId);
    const [blocker, task] = [await make(), await make({ sprintId: sprint.id, estimatedHours: 1 })];
    await block(task, blocker);
    const end = await endOfEvents(member);
    await service.database.rows('BEGIN');
    // The change of the task has been read and has no position yet when the blocker is closed.
    await service.database.rows('SELECT FROM sprints WHERE company_id = $1 AND id = $2 FOR UPDATE', [
      company.id,
      sprint.id,
    ]);
    const change = member.api.put(`/tasks/${task.id}`, { estimatedHours: 5 });
    await service.database.lockWaits(1);
    const closing = setStatus(blocker, 'Done');
    await service.database.lockWaits(2);
    await service.database.rows('COMMIT');
    for (const answer of await Promise.all([change, closing])) expect(answer.status).toBe(200);
    const copy = new EventCopy();
    (await eventsAfter(member, end)).forEach((event) => copy.apply(event));
    const kept = copy.state.tasks.find(({ id }) => id === task.id);
    expect(kept).toEqual((await member.api.get(`/tasks?tid=${task.tid}`)).body[0]);
    expect(kept).toMatchObject({ isBlocked: false, estimatedHours: 5 });
  });
});
