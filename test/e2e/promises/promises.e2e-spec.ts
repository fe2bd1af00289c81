import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { dayAhead, makePromise, promisesOf, type TestPromise } from '../../factories/promise.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { eventually } from '../../support/eventually.js';
import { eachWithProject } from '../../support/project-suite.js';
import type { TestService } from '../../support/test-service.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const PROMISE_NOT_FOUND = [404, 'NOT_FOUND', 'Promise not found'];
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
eachWithProject((given) => ({ service, company, stranger, project } = given));

const newTask = (input: object = {}) => createTask(company.owner, project.id, input);
const post = (task: { id: string }, input: object, user = company.member) =>
  user.api.post(`/tasks/${task.id}/promises`, input);
const withdraw = (task: { id: string }, { id }: { id: string }, user = company.member) =>
  user.api.delete(`/tasks/${task.id}/promises/${id}`);
const read = async (task: { id: string }, user = company.viewer) => (await user.api.get(`/tasks/${task.id}`)).body;
const statesOf = async (task: TestTask) => (await promisesOf(company.viewer, task)).map(({ state }) => state);
const list = async (query: string, user = company.viewer) =>
  (await user.api.get<TestPromise[]>(`/promises?${query}`)).body.map(({ id }) => id);

describe('POST /tasks/{id}/promises', () => {
  it('gives the word of the caller, and changes nothing of the task', async () => {
    const task = await newTask();
    const before = await company.viewer.api.get(`/tasks/${task.id}`);
    const { status, body } = await post(task, { until: dayAhead(3), words: 'ready on Friday' });
    const { id, name } = company.member;
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        taskId: task.id,
        person: { id, name },
        until: dayAhead(3),
        words: 'ready on Friday',
        source: 'api',
        state: 'open',
        createdAt: expect.stringMatching(MOMENT),
        endedAt: null,
      },
    ]);
    const after = await company.viewer.api.get(`/tasks/${task.id}`);
    expect([after.body.updatedAt, after.headers.get('etag')]).toEqual([
      before.body.updatedAt,
      before.headers.get('etag'),
    ]);
    expect(after.body).toEqual({ ...before.body, promise: body });
    expect(await promisesOf(company.viewer, task)).toEqual([body]);
  });

  it('moves the open one of the same person, and no other', async () => {
    const task = await newTask();
    const first = await makePromise(company.member, task);
    const other = await makePromise(company.admin, task);
    const second = await makePromise(company.member, task, { until: dayAhead(5) });
    expect((await promisesOf(company.viewer, task)).map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'open'],
      [other.id, 'open'],
      [first.id, 'moved'],
    ]);
    expect((await promisesOf(company.viewer, task))[2]?.endedAt).toMatch(MOMENT);
  });

  it.each([
    [{}, { until: 'Required' }],
    [{ until: '4/12' }, { until: expect.any(String) }],
    [{ until: '2026-02-30' }, { until: expect.any(String) }],
    [{ until: dayAhead(-1) }, { until: 'Must not be in the past' }],
    [{ until: dayAhead(367) }, { until: 'At most 366 days ahead' }],
    [{ until: dayAhead(1), words: '' }, { words: expect.any(String) }],
    [{ until: dayAhead(1), words: 'x'.repeat(501) }, { words: expect.any(String) }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await post(await newTask(), input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it.each([0, 366])('takes the day %i days ahead, and words of 500 characters', async (days) => {
    const input = { until: dayAhead(days), words: '😀'.repeat(500) };
    expect(await makePromise(company.member, await newTask(), input)).toMatchObject(input);
  });

  it('has days in the zone of the caller', async () => {
    const mia = await createUser(company.owner, 'MEMBER', 'Mia');
    // One of the two is on another day than UTC, whatever the hour.
    for (const [timezone, days] of [
      ['Pacific/Kiritimati', 366],
      ['Pacific/Pago_Pago', -1],
    ] as const) {
      await mia.api.put('/me', { timezone });
      const local = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date());
      const ahead = (count: number) => new Date(Date.parse(local) + count * 86_400_000).toISOString().slice(0, 10);
      const task = await newTask();
      expect((await post(task, { until: ahead(0) }, mia)).status).toBe(201);
      expect((await post(task, { until: ahead(days < 0 ? -1 : 367) }, mia)).status).toBe(400);
    }
  });

  it('is refused of a done task and in an archived project', async () => {
    const task = await newTask({ status: 'Done' });
    expect(refusalOf(await post(task, { until: dayAhead(1) }))).toEqual([409, 'CONFLICT', 'The task is done']);
    const other = await newTask();
    const promise = await makePromise(company.member, other);
    await company.admin.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await post(other, { until: dayAhead(1) }))).toEqual(ARCHIVED);
    expect(refusalOf(await withdraw(other, promise))).toEqual(ARCHIVED);
  });

  it('is for members, of what they reach', async () => {
    const task = await newTask();
    const input = { until: dayAhead(1) };
    expect(result(await post(task, input, company.viewer))).toEqual(FORBIDDEN);
    expect(result(await post({ id: UNKNOWN_ID }, input))).toEqual(TASK_NOT_FOUND);
    expect(result(await post(task, input, stranger.owner))).toEqual(TASK_NOT_FOUND);
    const mia = await createUser(company.owner, 'MEMBER', 'Mia');
    const promise = await makePromise(mia, task);
    await giveToTeam(service.database, project.id);
    expect(result(await post(task, input, mia))).toEqual(TASK_NOT_FOUND);
    expect(result(await mia.api.get(`/tasks/${task.id}/promises`))).toEqual(TASK_NOT_FOUND);
    expect(result(await withdraw(task, promise, mia))).toEqual(TASK_NOT_FOUND);
  });

  it('is not for agents, who read', async () => {
    const agent = await createAgent(company.owner, 'Otto', { projectIds: [project.id] });
    const task = await newTask();
    const promise = await makePromise(company.owner, task);
    const key = { ...company.owner, api: agent.api };
    expect(result(await post(task, { until: dayAhead(1) }, key))).toEqual(FORBIDDEN);
    expect(result(await withdraw(task, promise, key))).toEqual(FORBIDDEN);
    expect(await promisesOf(key, task)).toEqual([promise]);
  });
});

describe('DELETE /tasks/{id}/promises/{promiseId}', () => {
  it("withdraws one's own, once", async () => {
    const task = await newTask();
    const promise = await makePromise(company.member, task);
    expect(result(await withdraw(task, promise))).toEqual([204, undefined]);
    expect(await promisesOf(company.viewer, task)).toEqual([
      { ...promise, state: 'withdrawn', endedAt: expect.stringMatching(MOMENT) },
    ]);
    expect(refusalOf(await withdraw(task, promise))).toEqual([409, 'CONFLICT', 'The promise has ended']);
    expect((await read(task)).promise).toBeNull();
  });

  it("withdraws anyone's for ADMIN and OWNER alone", async () => {
    const task = await newTask();
    const promise = await makePromise(company.admin, task);
    expect(result(await withdraw(task, promise))).toEqual(FORBIDDEN);
    expect(result(await withdraw(task, promise, company.viewer))).toEqual(FORBIDDEN);
    expect((await withdraw(task, promise, company.owner)).status).toBe(204);
    const own = await makePromise(company.member, task);
    expect((await withdraw(task, own, company.admin)).status).toBe(204);
  });

  it('knows no promise of another task or company', async () => {
    const [task, other] = [await newTask(), await newTask()];
    const promise = await makePromise(company.member, task);
    for (const answer of [await withdraw(other, promise), await withdraw(task, { id: UNKNOWN_ID })]) {
      expect(refusalOf(answer)).toEqual(PROMISE_NOT_FOUND);
    }
    expect(result(await withdraw(task, promise, stranger.owner))).toEqual(TASK_NOT_FOUND);
  });
});

describe('the promise of a task', () => {
  it("is the assignee's, else the newest open one, in lists too", async () => {
    const task = await newTask({ assigneeId: company.member.id });
    const shown = async () => {
      const { body } = await company.viewer.api.get(`/tasks?projectId=${project.id}&include=promise&fields=id`);
      const { promise } = await read(task);
      expect(body).toEqual([{ id: task.id, promise }]);
      return promise?.id;
    };
    expect(await shown()).toBeUndefined();
    const admins = await makePromise(company.admin, task);
    expect(await shown()).toBe(admins.id);
    const owners = await makePromise(company.owner, task);
    expect(await shown()).toBe(owners.id);
    const own = await makePromise(company.member, task);
    await makePromise(company.admin, task);
    expect(await shown()).toBe(own.id);
    await withdraw(task, own);
    expect(await shown()).not.toBe(own.id);
  });

  it('is found by the filter field, of the assignee alone', async () => {
    const mine = { assigneeId: company.member.id };
    const [soon, late, none, others] = [await newTask(mine), await newTask(mine), await newTask(mine), await newTask()];
    await makePromise(company.member, soon, { until: dayAhead(1) });
    await makePromise(company.member, late, { until: dayAhead(9) });
    await makePromise(company.member, others, { until: dayAhead(1) });
    const found = async (filter: string) => {
      const { body } = await company.viewer.api.get(
        `/tasks?projectId=${project.id}&sortOrder=asc&filter=${encodeURIComponent(filter)}`,
      );
      return body.map(({ id }: TestTask) => id);
    };
    expect(await found(`promised = ${dayAhead(1)}`)).toEqual([soon.id]);
    expect(await found('promised = tomorrow')).toEqual([soon.id]);
    expect(await found('promised <= today+9d')).toEqual([soon.id, late.id]);
    expect(await found('promised > tomorrow')).toEqual([late.id]);
    expect(await found('promised is empty')).toEqual([none.id, others.id]);
    expect(await found('promised is not empty and promised != tomorrow')).toEqual([late.id]);
    const { body } = await company.viewer.api.get('/filter-fields');
    expect(body.find(({ name }: { name: string }) => name === 'promised')).toMatchObject({
      type: 'date',
      operators: ['=', '!=', '<', '<=', '>', '>=', 'empty'],
    });
  });
});

describe('GET /promises', () => {
  it('lists those within reach, the earliest day first', async () => {
    const task = await newTask();
    const late = await makePromise(company.member, task, { until: dayAhead(9) });
    const soon = await makePromise(company.admin, await newTask(), { until: dayAhead(1) });
    const other = await createProject(company.owner);
    const away = await makePromise(company.owner, await createTask(company.owner, other.id), { until: dayAhead(2) });
    const ofBoth = `projectId=${project.id},${other.id}`;
    expect(await list(ofBoth)).toEqual([soon.id, away.id, late.id]);
    expect(await list(`${ofBoth}&personId=${company.member.id},${company.owner.id}`)).toEqual([away.id, late.id]);
    await withdraw(task, late);
    expect(await list(`projectId=${project.id}&state=open`)).toEqual([soon.id]);
    expect(await list(`projectId=${project.id}&state=withdrawn,kept`)).toEqual([late.id]);
    const { body } = await company.viewer.api.get(`/promises?${ofBoth}&page=2&limit=1`);
    expect([body.data.map(({ id }: TestPromise) => id), body.meta.pagination.total]).toEqual([[away.id], 3]);
    await giveToTeam(service.database, other.id);
    expect(await list(ofBoth)).toEqual([soon.id, late.id]);
    expect(await list('', stranger.owner)).toEqual([]);
    expect(refusalOf(await company.viewer.api.get('/promises?state=lost'))[0]).toBe(400);
  });
});

describe('a promise ends', () => {
  it('as kept when the task is done, at once, whoever made it', async () => {
    const task = await newTask({ assigneeId: company.member.id });
    await makePromise(company.member, task);
    await makePromise(company.admin, task);
    await company.owner.api.put(`/tasks/${task.id}`, { status: 'done', assigneeId: null });
    expect(await statesOf(task)).toEqual(['kept', 'kept']);
    expect((await read(task)).promise).toBeNull();
  });

  it('as withdrawn when the task is taken from the person, also in bulk', async () => {
    const task = await newTask({ assigneeId: company.member.id });
    const others = await makePromise(company.admin, task);
    await makePromise(company.member, task);
    await company.owner.api.post('/tasks/bulk', { ids: [task.id], set: { assigneeId: company.owner.id } });
    expect(await statesOf(task)).toEqual(['withdrawn', 'open']);
    expect((await read(task)).promise.id).toBe(others.id);
  });

  it('as withdrawn when the person is deactivated', async () => {
    const mia = await createUser(company.owner, 'MEMBER', 'Mia');
    const task = await newTask();
    await makePromise(mia, task);
    await company.owner.api.put(`/users/${mia.id}`, { active: false });
    expect(await statesOf(task)).toEqual(['withdrawn']);
  });

  it('with its task', async () => {
    const task = await newTask();
    const { id } = await makePromise(company.member, task);
    await company.owner.api.delete(`/tasks/${task.id}`);
    expect(await list('')).not.toContain(id);
  });

  it('once, when everything happens at the same time', async () => {
    const task = await newTask({ assigneeId: company.member.id });
    const promise = await makePromise(company.member, task);
    await Promise.all([
      withdraw(task, promise),
      withdraw(task, promise, company.owner),
      company.owner.api.put(`/tasks/${task.id}`, { status: 'Done' }),
      company.admin.api.put(`/tasks/${task.id}`, { assigneeId: null }),
      post(task, { until: dayAhead(4) }),
      post(task, { until: dayAhead(5) }),
    ]);
    const { body } = await company.owner.api.get(`/events?event=promise.ended&projectId=${project.id}`);
    const ended = body.data.map(({ data }: { data: TestPromise }) => data.id);
    expect(ended).toHaveLength(new Set(ended).size);
    const states = await statesOf(task);
    expect(states.filter((state) => state === 'open').length).toBeLessThanOrEqual(1);
    expect(states.filter((state) => state !== 'open')).toHaveLength(ended.length);
  });
});

describe('what is told of promises', () => {
  it('stands in the history and the log of events, and goes to no webhook', async () => {
    const hook = { url: 'https://example.org/', events: ['*'], secret: 'secret of a webhook' };
    const { body: webhook } = await company.owner.api.post('/webhooks', hook);
    const task = await newTask();
    const promise = await makePromise(company.member, task);
    await withdraw(task, promise, company.admin);
    const { body: history } = await company.viewer.api.get(`/tasks/${task.id}/activity`);
    expect(history.slice(0, 2)).toMatchObject([
      {
        event: 'task.promise_ended',
        actor: { id: company.admin.id },
        changes: { promise: { from: 'open', to: 'withdrawn' } },
      },
      {
        event: 'task.promised',
        actor: { id: company.member.id },
        changes: { until: { from: null, to: promise.until } },
      },
    ]);
    const { body: log } = await company.viewer.api.get(
      `/events?after=0&event=promise.made,promise.ended&projectId=${project.id}`,
    );
    const [ended] = await promisesOf(company.viewer, task);
    expect(log.data).toMatchObject([
      { event: 'promise.made', projectId: project.id, actor: { type: 'user', id: company.member.id }, data: promise },
      { event: 'promise.ended', projectId: project.id, actor: { type: 'user', id: company.admin.id }, data: ended },
    ]);
    const { body: sent } = await company.owner.api.get(`/webhooks/${webhook.id}/deliveries`);
    expect(sent.filter(({ event }: { event: string }) => event.startsWith('promise.'))).toEqual([]);
    const { body: types } = await company.viewer.api.get('/event-types');
    expect(types).toHaveLength(25);
    expect(refusalOf(await company.owner.api.post('/webhooks', { ...hook, events: ['promise.made'] }))[0]).toBe(400);
  });

  it('forgets what a person said who is erased', async () => {
    const mia = await createUser(company.owner, 'MEMBER', 'Mia');
    const task = await newTask();
    await makePromise(mia, task, { words: 'after my holiday' });
    await company.owner.api.delete(`/users/${mia.id}`);
    const isForgotten = async () => (await promisesOf(company.viewer, task))[0]?.words === null;
    await eventually('the words are gone', isForgotten);
    expect(await statesOf(task)).toEqual(['withdrawn']);
    const events = async () => JSON.stringify((await eventsOf(service.database, project.id)).map(({ data }) => data));
    await eventually('the log is clean', async () => !(await events()).includes('holiday'));
  });
});
