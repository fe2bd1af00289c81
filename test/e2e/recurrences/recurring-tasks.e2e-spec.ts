import { DateTime } from 'luxon';
import { DueRecurrences } from '#modules/recurrences/due-recurrences.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createRecurrence } from '../../factories/recurrence.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { atMoment } from '../../support/clock.js';
import { eventsOf } from '../../support/events.js';
import { eventually } from '../../support/eventually.js';
import { at, day, type MadeTask, moment, NOON, RecurringWorld } from '../../support/recurring-world.js';
import type { TestService } from '../../support/test-service.js';

let world: RecurringWorld;
let service: TestService;
let company: TestCompany;
let project: TestProject;
let api: Api;
beforeAll(async () => {
  world = await RecurringWorld.start();
  ({ service, company, project, api } = world);
});
afterAll(() => service.stop());

it('are made at each moment, as the person would', async () => {
  const label = await createLabel(company.owner);
  const daily = await world.make({
    schedule: { frequency: 'daily', timezone: 'Asia/Tokyo', time: '00:30' },
    task: {
      title: 'No. {{n}} of {{date}}',
      description: '{{week}} {{month}}',
      assigneeId: 'creator',
      labelIds: [label.id],
      dueIn: { days: 2, time: '18:00' },
    },
    subtasks: [{ title: 'Below {{n}}' }],
  });
  expect(daily.nextAt).toBe(moment(0, '15:30:00'));
  expect(await world.pass(0, '15:29:59')).toBe(0);
  expect(await world.pass(0, '15:30:00')).toBe(1);
  expect(await world.pass(0, '15:30:01')).toBe(0);
  await world.pass(1, '15:30:20');
  const [first, second, ...others] = await world.tasksOf(daily);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    title: `No. 1 of ${day(1)}`,
    description: DateTime.fromISO(day(1)).toFormat("kkkk-'W'WW LLLL yyyy"),
    assigneeId: company.member.id,
    createdById: company.member.id,
    dueDate: moment(3, '09:00:00'),
    recurrenceId: daily.id,
  });
  expect(second).toMatchObject({ title: `No. 2 of ${day(2)}` });
  expect(await world.read(daily)).toMatchObject({
    made: 2,
    skipped: 0,
    lastTaskId: second!.id,
    error: null,
    nextAt: moment(2, '15:30:00'),
    updatedAt: daily.updatedAt,
  });
  const below = (await company.owner.api.get(`/tasks?parentId=${first!.id}`)).body;
  expect(below).toMatchObject([{ title: 'Below 1', recurrenceId: null }]);
  expect((await company.owner.api.get(`/tasks/${first!.id}`)).body.labels).toMatchObject([{ id: label.id }]);
  await world.remove(daily);
});

it('say in events, history and inbox what made them', async () => {
  const daily = await world.make({ name: 'Stand-up', task: { title: 'Told', assigneeId: 'creator' } });
  await world.pass(1);
  const [task] = await world.tasksOf(daily);
  const actor = { type: 'recurrence', id: daily.id, name: 'Stand-up', userId: company.member.id };
  const { body: log } = await company.owner.api.get(`/events?projectId=${project.id}&event=task.created&limit=200`);
  const event = log.data.find(({ data }: { data: { id: string } }) => data.id === task!.id);
  expect(event).toMatchObject({ actor, data: { recurrenceId: daily.id } });
  const { body: history } = await company.owner.api.get(`/tasks/${task!.id}/activity`);
  expect(history).toMatchObject([{ event: 'task.created', actor }]);
  await eventually('the inbox', async () => {
    const { body } = await company.member.api.get('/inbox?reason=assigned');
    return body.some(({ thing }: { thing: { id: string } }) => thing.id === task!.id);
  });
  const { body: inbox } = await company.member.api.get('/inbox?reason=assigned');
  const entry = inbox.find(({ thing }: { thing: { id: string } }) => thing.id === task!.id);
  expect(entry.events).toMatchObject([
    {
      reason: 'assigned',
      actor: { type: 'recurrence', id: daily.id, name: 'Stand-up' },
      text: 'Stand-up assigned it to you',
    },
  ]);
  await world.remove(daily);
});

it('make one after a standstill, that of the last missed moment', async () => {
  const daily = await world.make({ task: { title: '{{date}}' } });
  await world.pass(4, '07:59:00');
  expect((await world.tasksOf(daily)).map(({ title }) => title)).toEqual([day(3)]);
  expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 2, nextAt: moment(4) });
  await world.remove(daily);
});

it('are made from a template, and name what was left out', async () => {
  const person = await createUser(company.owner, 'MEMBER');
  const template = await createTemplate(company.admin, null, { task: { title: '{{n}}', assigneeId: person.id } });
  const daily = await world.make({ templateId: template.id });
  await world.pass(1);
  expect(await world.read(daily)).toMatchObject({ error: null });
  await company.owner.api.put(`/users/${person.id}`, { active: false });
  await world.pass(2);
  expect(await world.read(daily)).toMatchObject({ made: 2, error: 'Left out: assigneeId' });
  expect((await world.tasksOf(daily)).map(({ title, assigneeId }) => [title, assigneeId])).toEqual([
    ['1', person.id],
    ['2', null],
  ]);
  await world.remove(daily);
});

describe('a person who is gone', () => {
  it('makes nothing, of which leads are told once, until somebody takes it over', async () => {
    const own = await createProject(company.owner);
    const [person, lead] = [await createUser(company.owner, 'MEMBER'), await createUser(company.owner, 'MEMBER')];
    await company.owner.api.put(`/projects/${own.id}/members/${lead.id}`, { role: 'lead' });
    const key = await createApiKey(person);
    const daily = await atMoment(NOON, () => createRecurrence(key, own.id, { name: 'Lost' }));
    await company.owner.api.put(`/users/${person.id}`, { active: false });
    await world.pass(1);
    await world.pass(3);
    expect(await world.read(daily)).toMatchObject({
      made: 0,
      skipped: 3,
      error: 'The person it acts for is gone',
      nextAt: moment(4),
      active: true,
    });
    const told = async (user: { api: Api }) =>
      (await user.api.get('/inbox?reason=webhook')).body.filter(
        ({ thing }: { thing: { id: string } }) => thing.id === daily.id,
      );
    await eventually('the lead is told', async () => (await told(lead)).length > 0);
    expect(await told(lead)).toMatchObject([
      { thing: { type: 'recurrence', name: 'Lost' }, project: { id: own.id }, count: 1, reasons: ['webhook'] },
    ]);
    expect(await told(company.admin)).toEqual([]);
    expect(refusalOf(await company.member.api.post(`/recurrences/${daily.id}/run`))).toEqual([
      409,
      'CONFLICT',
      'The person it acts for is gone',
    ]);
    const taken = await atMoment(at(3), () => api.put(`/recurrences/${daily.id}`, { name: 'Found' }));
    expect(taken.body).toMatchObject({ createdById: company.member.id, error: null });
    await world.pass(4);
    expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 3, error: null });
    await world.remove(daily);
  });

  it('is one who does not reach the project; without leads, ADMINs and OWNERs are told', async () => {
    const own = await createProject(company.owner);
    await company.owner.api.delete(`/projects/${own.id}/members/${company.owner.id}`);
    const daily = await world.make({ name: 'Unreached' }, own.id);
    await giveToTeam(service.database, own.id);
    await world.pass(1);
    expect(await world.read(daily)).toMatchObject({ made: 0, skipped: 1, error: 'The person it acts for is gone' });
    for (const user of [company.admin, company.owner]) {
      await eventually('they are told', async () =>
        (await user.api.get('/inbox?reason=webhook')).body.some(
          ({ thing }: { thing: { id: string } }) => thing.id === daily.id,
        ),
      );
    }
    await world.remove(daily);
  });

  it('leaves a recurrence to nobody when erased', async () => {
    const person = await createUser(company.owner, 'MEMBER');
    const key = await createApiKey(person);
    const daily = await atMoment(NOON, () => createRecurrence(key, project.id));
    const waiting = await atMoment(NOON, () => createRecurrence(key, project.id, { mode: 'after_completion' }));
    await atMoment(NOON, () => key.api.post(`/recurrences/${waiting.id}/run`));
    const before = await company.owner.api.get(`/recurrences/${waiting.id}`);
    expect((await company.owner.api.delete(`/users/${person.id}`)).status).toBeLessThan(300);
    expect(await world.read(daily)).toMatchObject({
      createdById: null,
      active: false,
      nextAt: null,
      error: 'The person it acts for is gone',
    });
    const after = await company.owner.api.get(`/recurrences/${waiting.id}`);
    expect([before.body.active, after.body.active]).toEqual([true, false]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(await world.pass(2)).toBe(0);
    await world.remove(daily);
    await world.remove(waiting);
  });
});

it('of an archived project are skipped, and nothing is made up for', async () => {
  const own = await createProject(company.owner);
  const daily = await world.make({}, own.id);
  const after = await world.make({ mode: 'after_completion' }, own.id);
  await company.owner.api.post(`/projects/${own.id}/archive`);
  await world.pass(2);
  const error = 'The project is archived; unarchive it to change it';
  expect(await world.read(daily)).toMatchObject({ made: 0, skipped: 2, error });
  expect(await world.read(after)).toMatchObject({ made: 0, skipped: 1, error, nextAt: moment(3) });
  await company.owner.api.post(`/projects/${own.id}/unarchive`);
  await world.pass(3);
  expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 2, error: null });
  expect(await world.read(after)).toMatchObject({ made: 1, skipped: 1, error: null });
});

it('wait for the last one with onlyOneOpen', async () => {
  const daily = await world.make({ onlyOneOpen: true });
  await world.pass(1);
  await world.pass(2);
  const [first] = await world.tasksOf(daily);
  expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 1, error: null });
  await world.setStatus(first!.id, 'Done', 2);
  await world.pass(3);
  expect(await world.read(daily)).toMatchObject({ made: 2, skipped: 1 });
  await world.remove(daily);
});

it('are made now on request, which moves nothing', async () => {
  const admin = await createApiKey(company.admin);
  const daily = await world.make({ name: 'Now', task: { title: '{{n}}' } });
  const { status, body } = await atMoment(NOON, () => admin.api.post(`/recurrences/${daily.id}/run`));
  expect([status, body]).toEqual([201, expect.objectContaining({ title: '1', createdById: company.member.id })]);
  expect(await world.read(daily)).toMatchObject({ made: 1, nextAt: daily.nextAt, lastTaskId: body.id, skipped: 0 });
  const events = await eventsOf(service.database, project.id);
  expect(events.filter(({ data }) => data['id'] === body.id).map(({ name }) => name)).toEqual(['task.created']);
  const { body: history } = await company.owner.api.get(`/tasks/${body.id}/activity`);
  expect(history[0].actor).toMatchObject({ type: 'recurrence', name: 'Now' });
  await world.remove(daily);
});

it('are tried again for a day when they fail, and then skipped', async () => {
  const daily = await world.make({ schedule: { frequency: 'daily', interval: 3, timezone: 'UTC', from: day(1) } });
  const broken = async (isBroken: boolean) =>
    service.database.rows(`UPDATE recurrences SET task = $2 WHERE id = $1`, [
      daily.id,
      JSON.stringify(isBroken ? { title: 'Made', startDate: '2999-01-01', dueIn: { days: 1 } } : { title: 'Made' }),
    ]);
  await broken(true);
  await world.pass(1, '08:00:00');
  const failed = await world.read(daily);
  expect(failed).toMatchObject({ made: 0, skipped: 0, nextAt: moment(1) });
  expect(failed.error).toContain('startDate');
  await world.pass(2, '07:59:00');
  expect(await world.read(daily)).toMatchObject({ made: 0, skipped: 0 });
  await world.pass(2, '08:00:00');
  expect(await world.read(daily)).toMatchObject({
    made: 0,
    skipped: 1,
    error: failed.error,
    nextAt: moment(4),
  });
  await world.pass(4, '08:00:00');
  await broken(false);
  await world.pass(4, '09:00:00');
  expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 1, error: null, nextAt: moment(7) });
  await world.remove(daily);
});

it('are found by what makes them, and are of none when that is deleted', async () => {
  const daily = await world.make({ name: 'Weekly report' });
  await world.pass(1);
  const [task] = await world.tasksOf(daily);
  const found = async (filter: string) =>
    (await company.member.api.get(`/tasks?filter=${encodeURIComponent(filter)}`)).body;
  for (const filter of ['recurrence = "weekly report"', `recurrence = ${daily.id}`, `recurrence in (${daily.id})`]) {
    expect(await found(filter)).toMatchObject([{ id: task!.id }]);
  }
  expect((await found('recurrence is not empty')).map(({ id }: MadeTask) => id)).toContain(task!.id);
  expect((await found(`recurrence != ${daily.id}`)).map(({ id }: MadeTask) => id)).not.toContain(task!.id);
  const without = (await company.member.api.get('/tasks?recurrenceId=null')).body;
  expect(without.map(({ id }: MadeTask) => id)).not.toContain(task!.id);
  const seen = (await eventsOf(service.database, project.id)).length;
  await world.remove(daily);
  expect((await company.member.api.get(`/tasks/${task!.id}`)).body.recurrenceId).toBeNull();
  expect(await eventsOf(service.database, project.id)).toHaveLength(seen);
  const changed = await company.member.api.put(`/tasks/${task!.id}`, { recurrenceId: daily.id });
  expect(result(changed)[0]).toBe(400);
});

it('come back from the trash without what is deleted', async () => {
  const daily = await world.make();
  await world.pass(1);
  const [task] = await world.tasksOf(daily);
  await company.member.api.delete(`/tasks/${task!.id}`);
  await world.remove(daily);
  expect((await company.member.api.post(`/trash/${task!.id}/restore`)).body).toMatchObject({ recurrenceId: null });
});

it('come once a moment, whatever the number of schedulers', async () => {
  const many = await atMoment(NOON, () =>
    Promise.all(Array.from({ length: 10 }, () => createRecurrence(world, project.id))),
  );
  await atMoment(at(2), async () => {
    const due = service.app.get(DueRecurrences, { strict: false });
    const all = async () => {
      while (await due.settleFirst(company.id));
    };
    await Promise.all(Array.from({ length: 5 }, all));
    await all();
  });
  for (const daily of many) {
    expect(await world.tasksOf(daily)).toHaveLength(1);
    expect(await world.read(daily)).toMatchObject({ made: 1, skipped: 1 });
    await world.remove(daily);
  }
});
