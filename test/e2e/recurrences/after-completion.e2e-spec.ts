import { createProject } from '../../factories/project.factory.js';
import { refusalOf } from '../../support/answers.js';
import { atMoment, iso } from '../../support/clock.js';
import { at, day, moment, NOON, RecurringWorld } from '../../support/recurring-world.js';
import type { Api } from '../../support/api.js';
import type { TestService } from '../../support/test-service.js';

let world: RecurringWorld;
let service: TestService;
let api: Api;
beforeAll(async () => {
  world = await RecurringWorld.start();
  ({ service, api } = world);
});
afterAll(() => service.stop());

const run = ({ id }: { id: string }) => atMoment(NOON, () => api.post(`/recurrences/${id}/run`));

describe('after a completion', () => {
  const everySecondDay = {
    mode: 'after_completion',
    schedule: { frequency: 'daily', interval: 2, timezone: 'Asia/Tokyo', time: '09:00' },
  };

  it('come so long after the day on which the last one was done', async () => {
    const after = await world.make(everySecondDay);
    expect(after.nextAt).toBe(iso(NOON));
    await world.pass(0, '12:00:10');
    const open = await world.read(after);
    expect(open).toMatchObject({ made: 1, nextAt: null, next: [] });
    await world.pass(6);
    expect(await world.read(after)).toEqual(open);
    await world.setStatus(open.lastTaskId, 'Done', 1, '16:00:00');
    expect(await world.read(after)).toMatchObject({ nextAt: moment(4, '00:00:00'), next: [moment(4, '00:00:00')] });
    await world.setStatus(open.lastTaskId, 'To Do', 2);
    expect(await world.read(after)).toMatchObject({ nextAt: null });
    await world.pass(6);
    expect(await world.read(after)).toMatchObject({ made: 1, nextAt: null });
    await world.setStatus(open.lastTaskId, 'Done', 2);
    await world.pass(5);
    expect(await world.read(after)).toMatchObject({ made: 2, nextAt: null });
    await world.setStatus(open.lastTaskId, 'To Do', 6);
    await world.setStatus(open.lastTaskId, 'Done', 6);
    expect(await world.read(after)).toMatchObject({ nextAt: null });
    await world.remove(after);
  });

  it('come also when the last one is deleted, and wait when it is back', async () => {
    const after = await world.make({ mode: 'after_completion' });
    await world.pass(0, '13:00:00');
    const { lastTaskId } = await world.read(after);
    await atMoment(at(1), () => api.delete(`/tasks/${lastTaskId}`));
    expect(await world.read(after)).toMatchObject({ nextAt: moment(2) });
    expect((await atMoment(at(1), () => api.post(`/trash/${lastTaskId}/restore`))).status).toBe(200);
    expect(await world.read(after)).toMatchObject({ nextAt: null });
    expect((await world.tasksOf(after)).map(({ id }) => id)).toEqual([lastTaskId]);
    await world.remove(after);
  });

  it.each([
    { mode: 'after_completion' },
    { onlyOneOpen: true, schedule: { frequency: 'daily', interval: 2, timezone: 'UTC', from: day(0) } },
  ])('come on when the last one was deleted with the project that it went to: %j', async (input) => {
    const recurrence = await world.make(input);
    const [made, elsewhere] = [(await run(recurrence)).body, await createProject(world.company.owner)];
    await api.post(`/tasks/${made.id}/transfer`, { projectId: elsewhere.id });
    await atMoment(NOON, () => world.company.owner.api.delete(`/projects/${elsewhere.id}`));
    await world.pass(3);
    expect(await world.read(recurrence)).toMatchObject({ made: 2, skipped: 0 });
    await world.remove(recurrence);
  });

  it('are made now on request, but not while the last one is open', async () => {
    const after = await world.make(everySecondDay);
    expect((await run(after)).body).toMatchObject({ title: 'Made', recurrenceId: after.id, subtasks: [], omitted: [] });
    expect(await world.read(after)).toMatchObject({ made: 1, nextAt: null });
    expect(refusalOf(await run(after))).toEqual([409, 'CONFLICT', 'Its last task is still open']);
    await world.setStatus((await world.read(after)).lastTaskId, 'Done', 1);
    expect((await run(after)).status).toBe(201);
    expect(await world.read(after)).toMatchObject({ made: 2, nextAt: null });
    await world.remove(after);
  });

  it('come on when a new task is done already', async () => {
    const after = await world.make({ ...everySecondDay, task: { title: 'Made', status: 'Done' } });
    await world.pass(0, '12:01:00');
    expect(await world.read(after)).toMatchObject({ made: 1, nextAt: moment(2, '00:00:00') });
    await world.remove(after);
  });
});
