import { DateTime } from 'luxon';
import { DueRecurrences } from '#modules/recurrences/due-recurrences.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../../factories/recurrence.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { eventsOf } from '../../support/events.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Noon of today: partitions are made for a week. */
const NOW = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;

interface MadeTask {
  id: string;
  title: string;
  createdById: string;
  assigneeId: string | null;
  dueDate: string | null;
  recurrenceId: string | null;
  createdAt: string;
}

/** Schedules nothing itself: each test says when it is what time. */
let service: TestService;
let company: TestCompany;
let project: TestProject;
/** Of the member; does not expire before the moments of the tests. */
let api: Api;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api', 'worker']) }));
  project = await createProject(company.owner, { key: 'REC' });
  ({ api } = await createApiKey(company.member));
});
afterAll(() => service.stop());

/** Which day comes so many days after today. */
const day = (days: number) => iso(NOW + days * DAY).slice(0, 10);
const at = (days: number, time = '09:00:00') => Date.parse(`${day(days)}T${time}Z`);
/** At 08:00 of a day. */
const moment = (days: number, time = '08:00:00') => iso(at(days, time));
/** Every day at 08:00 UTC from tomorrow on. */
const make = (input: object = {}, projectId = project.id): Promise<TestRecurrence> =>
  atMoment(NOW, () => createRecurrence({ api }, projectId, input));
/** Does what is due at a moment, as the scheduler would. */
const pass = (days: number, time?: string) =>
  atMoment(at(days, time), async () => {
    const due = service.app.get(DueRecurrences, { strict: false });
    let settled = 0;
    while (await due.settleFirst(company.id)) settled += 1;
    return settled;
  });
const read = async ({ id }: { id: string }): Promise<TestRecurrence> =>
  (await company.owner.api.get(`/recurrences/${id}`)).body;
const tasksOf = async ({ id }: { id: string }): Promise<MadeTask[]> =>
  (await company.owner.api.get(`/tasks?recurrenceId=${id}&sortBy=createdAt&sortOrder=asc`)).body;
const setStatus = (id: string | null, status: string, days: number, time?: string) =>
  atMoment(at(days, time), () => api.put(`/tasks/${id}`, { status }));
const remove = (recurrence: { id: string }) => company.owner.api.delete(`/recurrences/${recurrence.id}`);

it('are made at each moment, as the person would', async () => {
  const label = await createLabel(company.owner);
  const daily = await make({
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
  expect(await pass(0, '15:29:59')).toBe(0);
  expect(await pass(0, '15:30:00')).toBe(1);
  expect(await pass(0, '15:30:01')).toBe(0);
  await pass(1, '15:30:20');
  const [first, second, ...others] = await tasksOf(daily);
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
  expect(await read(daily)).toMatchObject({
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
  await remove(daily);
});

it('say in events, history and inbox what made them', async () => {
  const daily = await make({ name: 'Stand-up', task: { title: 'Told', assigneeId: 'creator' } });
  await pass(1);
  const [task] = await tasksOf(daily);
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
  await remove(daily);
});

it('make one after a standstill, that of the last missed moment', async () => {
  const daily = await make({ task: { title: '{{date}}' } });
  await pass(4, '07:59:00');
  expect((await tasksOf(daily)).map(({ title }) => title)).toEqual([day(3)]);
  expect(await read(daily)).toMatchObject({ made: 1, skipped: 2, nextAt: moment(4) });
  await remove(daily);
});

it('are made from a template, and name what was left out', async () => {
  const person = await createUser(company.owner, 'MEMBER');
  const template = await createTemplate(company.admin, null, { task: { title: '{{n}}', assigneeId: person.id } });
  const daily = await make({ templateId: template.id });
  await pass(1);
  expect(await read(daily)).toMatchObject({ error: null });
  await company.owner.api.put(`/users/${person.id}`, { active: false });
  await pass(2);
  expect(await read(daily)).toMatchObject({ made: 2, error: 'Left out: assigneeId' });
  expect((await tasksOf(daily)).map(({ title, assigneeId }) => [title, assigneeId])).toEqual([
    ['1', person.id],
    ['2', null],
  ]);
  await remove(daily);
});

describe('a person who is gone', () => {
  it('makes nothing, of which leads are told once, until somebody takes it over', async () => {
    const own = await createProject(company.owner);
    const [person, lead] = [await createUser(company.owner, 'MEMBER'), await createUser(company.owner, 'MEMBER')];
    await company.owner.api.put(`/projects/${own.id}/members/${lead.id}`, { role: 'lead' });
    const key = await createApiKey(person);
    const daily = await atMoment(NOW, () => createRecurrence(key, own.id, { name: 'Lost' }));
    await company.owner.api.put(`/users/${person.id}`, { active: false });
    await pass(1);
    await pass(3);
    expect(await read(daily)).toMatchObject({
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
    await pass(4);
    expect(await read(daily)).toMatchObject({ made: 1, skipped: 3, error: null });
    await remove(daily);
  });

  it('is one who does not reach the project; without leads, ADMINs and OWNERs are told', async () => {
    const own = await createProject(company.owner);
    await company.owner.api.delete(`/projects/${own.id}/members/${company.owner.id}`);
    const daily = await make({ name: 'Unreached' }, own.id);
    await giveToTeam(service.database, own.id);
    await pass(1);
    expect(await read(daily)).toMatchObject({ made: 0, skipped: 1, error: 'The person it acts for is gone' });
    for (const user of [company.admin, company.owner]) {
      await eventually('they are told', async () =>
        (await user.api.get('/inbox?reason=webhook')).body.some(
          ({ thing }: { thing: { id: string } }) => thing.id === daily.id,
        ),
      );
    }
    await remove(daily);
  });

  it('leaves a recurrence to nobody when erased', async () => {
    const person = await createUser(company.owner, 'MEMBER');
    const key = await createApiKey(person);
    const daily = await atMoment(NOW, () => createRecurrence(key, project.id));
    expect((await company.owner.api.delete(`/users/${person.id}`)).status).toBeLessThan(300);
    expect(await read(daily)).toMatchObject({
      createdById: null,
      active: false,
      nextAt: null,
      error: 'The person it acts for is gone',
    });
    expect(await pass(2)).toBe(0);
    await remove(daily);
  });
});

it('of an archived project are skipped, and nothing is made up for', async () => {
  const own = await createProject(company.owner);
  const daily = await make({}, own.id);
  const after = await make({ mode: 'after_completion' }, own.id);
  await company.owner.api.post(`/projects/${own.id}/archive`);
  await pass(2);
  const error = 'The project is archived; unarchive it to change it';
  expect(await read(daily)).toMatchObject({ made: 0, skipped: 2, error });
  expect(await read(after)).toMatchObject({ made: 0, skipped: 1, error, nextAt: moment(3) });
  await company.owner.api.post(`/projects/${own.id}/unarchive`);
  await pass(3);
  expect(await read(daily)).toMatchObject({ made: 1, skipped: 2, error: null });
  expect(await read(after)).toMatchObject({ made: 1, skipped: 1, error: null });
});

it('wait for the last one with onlyOneOpen', async () => {
  const daily = await make({ onlyOneOpen: true });
  await pass(1);
  await pass(2);
  const [first] = await tasksOf(daily);
  expect(await read(daily)).toMatchObject({ made: 1, skipped: 1, error: null });
  await setStatus(first!.id, 'Done', 2);
  await pass(3);
  expect(await read(daily)).toMatchObject({ made: 2, skipped: 1 });
  await remove(daily);
});

describe('after a completion', () => {
  const everySecondDay = {
    mode: 'after_completion',
    schedule: { frequency: 'daily', interval: 2, timezone: 'Asia/Tokyo', time: '09:00' },
  };

  it('come so long after the day on which the last one was done', async () => {
    const after = await make(everySecondDay);
    expect(after.nextAt).toBe(iso(NOW));
    await pass(0, '12:00:10');
    const open = await read(after);
    expect(open).toMatchObject({ made: 1, nextAt: null, next: [] });
    await pass(6);
    expect(await read(after)).toEqual(open);
    await setStatus(open.lastTaskId, 'Done', 1, '16:00:00');
    expect(await read(after)).toMatchObject({ nextAt: moment(4, '00:00:00'), next: [moment(4, '00:00:00')] });
    await setStatus(open.lastTaskId, 'To Do', 2);
    expect(await read(after)).toMatchObject({ nextAt: null });
    await pass(6);
    expect(await read(after)).toMatchObject({ made: 1, nextAt: null });
    await setStatus(open.lastTaskId, 'Done', 2);
    await pass(5);
    expect(await read(after)).toMatchObject({ made: 2, nextAt: null });
    await setStatus(open.lastTaskId, 'To Do', 6);
    await setStatus(open.lastTaskId, 'Done', 6);
    expect(await read(after)).toMatchObject({ nextAt: null });
    await remove(after);
  });

  it('come also when the last one is deleted, and wait when it is back', async () => {
    const after = await make({ mode: 'after_completion' });
    await pass(0, '13:00:00');
    const { lastTaskId } = await read(after);
    await atMoment(at(1), () => api.delete(`/tasks/${lastTaskId}`));
    expect(await read(after)).toMatchObject({ nextAt: moment(2) });
    expect((await atMoment(at(1), () => api.post(`/trash/${lastTaskId}/restore`))).status).toBe(200);
    expect(await read(after)).toMatchObject({ nextAt: null });
    expect((await tasksOf(after)).map(({ id }) => id)).toEqual([lastTaskId]);
    await remove(after);
  });

  it('are made now on request, but not while the last one is open', async () => {
    const after = await make(everySecondDay);
    const run = () => atMoment(NOW, () => api.post(`/recurrences/${after.id}/run`));
    expect((await run()).body).toMatchObject({ title: 'Made', recurrenceId: after.id, subtasks: [], omitted: [] });
    expect(await read(after)).toMatchObject({ made: 1, nextAt: null });
    expect(refusalOf(await run())).toEqual([409, 'CONFLICT', 'Its last task is still open']);
    await setStatus((await read(after)).lastTaskId, 'Done', 1);
    expect((await run()).status).toBe(201);
    expect(await read(after)).toMatchObject({ made: 2, nextAt: null });
    await remove(after);
  });

  it('come on when a new task is done already', async () => {
    const after = await make({ ...everySecondDay, task: { title: 'Made', status: 'Done' } });
    await pass(0, '12:01:00');
    expect(await read(after)).toMatchObject({ made: 1, nextAt: moment(2, '00:00:00') });
    await remove(after);
  });
});

it('are made now on request, which moves nothing', async () => {
  const admin = await createApiKey(company.admin);
  const daily = await make({ name: 'Now', task: { title: '{{n}}' } });
  const { status, body } = await atMoment(NOW, () => admin.api.post(`/recurrences/${daily.id}/run`));
  expect([status, body]).toEqual([201, expect.objectContaining({ title: '1', createdById: company.member.id })]);
  expect(await read(daily)).toMatchObject({ made: 1, nextAt: daily.nextAt, lastTaskId: body.id, skipped: 0 });
  const events = await eventsOf(service.database, project.id);
  expect(events.filter(({ data }) => data['id'] === body.id).map(({ name }) => name)).toEqual(['task.created']);
  const { body: history } = await company.owner.api.get(`/tasks/${body.id}/activity`);
  expect(history[0].actor).toMatchObject({ type: 'recurrence', name: 'Now' });
  await remove(daily);
});

it('are tried again for a day when they fail, and then skipped', async () => {
  const daily = await make({ schedule: { frequency: 'daily', interval: 3, timezone: 'UTC', from: day(1) } });
  const broken = async (isBroken: boolean) =>
    service.database.rows(`UPDATE recurrences SET task = $2 WHERE id = $1`, [
      daily.id,
      JSON.stringify(isBroken ? { title: 'Made', startDate: '2999-01-01', dueIn: { days: 1 } } : { title: 'Made' }),
    ]);
  await broken(true);
  await pass(1, '08:00:00');
  const failed = await read(daily);
  expect(failed).toMatchObject({ made: 0, skipped: 0, nextAt: moment(1) });
  expect(failed.error).toContain('startDate');
  await pass(2, '07:59:00');
  expect(await read(daily)).toMatchObject({ made: 0, skipped: 0 });
  await pass(2, '08:00:00');
  expect(await read(daily)).toMatchObject({
    made: 0,
    skipped: 1,
    error: failed.error,
    nextAt: moment(4),
  });
  await pass(4, '08:00:00');
  await broken(false);
  await pass(4, '09:00:00');
  expect(await read(daily)).toMatchObject({ made: 1, skipped: 1, error: null, nextAt: moment(7) });
  await remove(daily);
});

it('are found by what makes them, and are of none when that is deleted', async () => {
  const daily = await make({ name: 'Weekly report' });
  await pass(1);
  const [task] = await tasksOf(daily);
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
  await remove(daily);
  expect((await company.member.api.get(`/tasks/${task!.id}`)).body.recurrenceId).toBeNull();
  expect(await eventsOf(service.database, project.id)).toHaveLength(seen);
  const changed = await company.member.api.put(`/tasks/${task!.id}`, { recurrenceId: daily.id });
  expect(result(changed)[0]).toBe(400);
});

it('come back from the trash without what is deleted', async () => {
  const daily = await make();
  await pass(1);
  const [task] = await tasksOf(daily);
  await company.member.api.delete(`/tasks/${task!.id}`);
  await remove(daily);
  expect((await company.member.api.post(`/trash/${task!.id}/restore`)).body).toMatchObject({ recurrenceId: null });
});

it('come once a moment, whatever the number of schedulers', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, () => make()));
  await atMoment(at(2), async () => {
    const due = service.app.get(DueRecurrences, { strict: false });
    const all = async () => {
      while (await due.settleFirst(company.id));
    };
    await Promise.all(Array.from({ length: 5 }, all));
    await all();
  });
  for (const daily of many) {
    expect(await tasksOf(daily)).toHaveLength(1);
    expect(await read(daily)).toMatchObject({ made: 1, skipped: 1 });
    await remove(daily);
  }
});
