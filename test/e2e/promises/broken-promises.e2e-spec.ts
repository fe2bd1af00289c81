import { actionsOf, createColleague, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createUser, type TestUser } from '../../factories/company.factory.js';
import { makePromise } from '../../factories/promise.factory.js';
import type { TestTask } from '../../factories/task.factory.js';
import { atMoment, DAY, iso } from '../../support/clock.js';
import { ScannedProject } from '../../support/scanned-project.js';

const scanned = new ScannedProject();

let mia: TestUser;
let lea: TestUser;
let task: TestTask;
beforeEach(async () => {
  const { owner } = scanned.company;
  mia = await createUser(owner, 'MEMBER', 'Mia');
  lea = await createUser(owner, 'MEMBER', 'Lea');
  await owner.api.put(`/projects/${scanned.project.id}/members/${lea.id}`, { role: 'lead' });
  await owner.api.delete(`/projects/${scanned.project.id}/members/${owner.id}`);
  task = await scanned.task({ assigneeId: mia.id });
});

/** A promise of which the day was over so many days ago. */
async function broken(words: string | undefined, daysAgo: number, person = mia): Promise<void> {
  const { id } = await makePromise(person, task, words === undefined ? {} : { words });
  await scanned.service.database.rows(
    `UPDATE promises SET state = 'broken', until = $2::date, ended_at = $3 WHERE id = $1`,
    [id, iso(Date.now() - (daysAgo + 1) * DAY).slice(0, 10), iso(Date.now() - daysAgo * DAY)],
  );
}

const colleagueOf = (input: object = {}) =>
  createColleague(scanned.company.owner, {
    role: 'project_lead',
    settings: { tone: 'neutral' },
    projectIds: [scanned.project.id],
    ...input,
  });

async function said(colleague: TestColleague) {
  await scan(scanned.company.owner, colleague);
  const actions = await actionsOf(scanned.company.owner, colleague, 'task.promise_broken');
  return actions.map(({ type, userId, message, held }) => ({ type, userId, message, held }));
}

describe('a broken promise', () => {
  it("is followed up once in the company, with the person's own words", async () => {
    await broken('ready on Friday', 1);
    const [first, second, off] = [
      await colleagueOf(),
      await colleagueOf({ role: 'scrum_master' }),
      await colleagueOf({ settings: { rules: { 'task.promise_broken': false } } }),
    ];
    expect(await said(off)).toEqual([]);
    const message = `${task.tid} "${task.title}": You wrote "ready on Friday", and it is not done. Which date holds now?`;
    expect(await said(first)).toEqual([{ type: 'chase', userId: mia.id, message, held: null }]);
    expect(await said(second)).toEqual([]);
    expect(await said(first)).toHaveLength(1);
  });

  it('without words is named by its date', async () => {
    await broken(undefined, 1);
    const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
    const [action] = await said(await colleagueOf());
    expect(action?.message).toContain(`You promised it for ${date.format(Date.now() - 2 * DAY)}`);
  });

  it('is followed up by one of several colleagues that scan at once', async () => {
    await broken('soon', 1);
    const colleagues = await Promise.all([colleagueOf(), colleagueOf(), colleagueOf(), colleagueOf()]);
    const all = await Promise.all(colleagues.map(said));
    expect(all.flat()).toHaveLength(1);
  });

  it('goes to the leads from the second on, once each, with the last two', async () => {
    await broken('on Monday', 5);
    const colleague = await colleagueOf();
    await said(colleague);
    await broken('on Friday', 1);
    const [escalation, ...others] = await said(colleague);
    expect(escalation).toMatchObject({ type: 'escalation', userId: lea.id, held: null });
    expect(escalation?.message).toMatch(/Mia promised "on Monday" for \d+ \w+, then "on Friday" for \d+ \w+\./);
    expect(others.map(({ type }) => type)).toEqual(['chase']);
    expect(await said(colleague)).toHaveLength(2);
  });

  it('reaches on the next day a lead who has heard of the task today', async () => {
    const { owner } = scanned.company;
    const ann = await createUser(owner, 'MEMBER', 'Ann');
    await owner.api.put(`/projects/${scanned.project.id}/members/${ann.id}`, { role: 'lead' });
    const inbox = { notifications: { inbox: true } };
    const colleague = await colleagueOf(inbox);
    const other = await colleagueOf({
      ...inbox,
      role: 'member',
      settings: { rules: { 'task.promise_broken': false } },
      rules: [{ name: 'For Ann', filter: 'not done', type: 'reminder', to: `user:${ann.id}` }],
    });
    const heldOf = async () =>
      (await said(colleague)).filter(({ type }) => type === 'escalation').map(({ userId, held }) => [userId, held]);
    await atMoment(Date.now() - 2 * DAY, async () => {
      await broken('on Monday', 5);
      await said(colleague);
      await broken('on Friday', 1);
      await scan(owner, other);
      expect(Object.fromEntries(await heldOf())).toEqual({ [lea.id]: null, [ann.id]: 'said' });
    });
    const next = await atMoment(Date.now() - DAY, heldOf);
    expect(next).toHaveLength(3);
    expect(next).toContainEqual([ann.id, null]);
    expect(await heldOf()).toHaveLength(3);
  });

  it('counts from the last time that the task was done', async () => {
    await broken('on Monday', 5);
    await scanned.company.owner.api.put(`/tasks/${task.id}`, { status: 'Done' });
    await scanned.company.owner.api.put(`/tasks/${task.id}`, { status: 'To Do' });
    await makePromise(mia, task, { words: 'on Friday' });
    await scanned.service.database.rows(
      `UPDATE promises SET state = 'broken', ended_at = $2 WHERE task_id = $1 AND ended_at IS NULL`,
      [task.id, iso(Date.now())],
    );
    expect((await said(await colleagueOf())).map(({ type, message }) => [type, message.includes('on Friday')])).toEqual(
      [['chase', true]],
    );
  });

  it('of who was never to do the task is followed up, too', async () => {
    await broken('I review it', 1, lea);
    expect(await said(await colleagueOf())).toEqual([
      { type: 'chase', userId: lea.id, message: expect.stringContaining('You wrote "I review it"'), held: null },
    ]);
  });

  it('of somebody else is no matter for who looks after their own tasks alone', async () => {
    await broken('I review it', 1, lea);
    expect(await said(await colleagueOf({ role: 'myself', ownerId: mia.id }))).toEqual([]);
    await broken('soon', 1);
    expect(await said(await colleagueOf({ role: 'myself', ownerId: mia.id }))).toMatchObject([{ userId: mia.id }]);
  });

  it('of who does not reach the task any more is no matter', async () => {
    const { owner } = scanned.company;
    const { body: team } = await owner.api.post<{ id: string }>('/teams', { name: 'Others' });
    await broken('soon', 1);
    await owner.api.put(`/projects/${scanned.project.id}`, { teamId: team.id });
    expect(await said(await colleagueOf())).toEqual([]);
  });

  it('counts as told of the task when it was followed up', async () => {
    const { owner } = scanned.company;
    await owner.api.put(`/tasks/${task.id}`, { dueDate: iso(Date.now() - 3 * DAY) });
    await broken('soon', 1);
    const inbox = { notifications: { inbox: true } };
    const first = await colleagueOf({ ...inbox, settings: { rules: { 'task.overdue': false } } });
    expect(await said(first)).toMatchObject([{ userId: mia.id, held: null }]);
    const second = await colleagueOf(inbox);
    await scan(owner, second);
    expect((await actionsOf(owner, second, 'task.overdue')).map(({ userId, held }) => [userId, held])).toEqual([
      [mia.id, 'said'],
    ]);
  });

  it('is no matter any more once somebody else has the task', async () => {
    await broken('soon', 1);
    await scanned.company.owner.api.put(`/tasks/${task.id}`, { assigneeId: lea.id });
    expect(await said(await colleagueOf())).toEqual([]);
  });
});

describe('while a promise is open', () => {
  it('nobody chases or reminds that person about that task', async () => {
    const { owner } = scanned.company;
    await owner.api.put(`/tasks/${task.id}`, { dueDate: iso(Date.now() - 3 * DAY) });
    await makePromise(mia, task);
    const colleague = await colleagueOf({ settings: { chase: { activeHours: 0 } } });
    await scan(owner, colleague);
    expect((await actionsOf(owner, colleague, 'task.overdue')).map(({ held }) => held)).toEqual(['promised']);
  });

  it('leads hear of it, with the words', async () => {
    const { owner } = scanned.company;
    await owner.api.put(`/tasks/${task.id}`, { dueDate: iso(Date.now() - 3 * DAY) });
    await makePromise(mia, task, { words: 'half done' });
    const colleague = await colleagueOf({ settings: { tone: 'neutral', escalation: { afterChases: 0 } } });
    await scan(owner, colleague);
    const [escalation] = await actionsOf(owner, colleague, 'task.escalated');
    expect(escalation?.message).toMatch(
      / Mia wrote "half done"\. It is promised for \d+ \w+( \d{4})?\. Decide how it goes on\.$/,
    );
  });

  it('it is nothing to clear first', async () => {
    const { owner } = scanned.company;
    await owner.api.put(`/tasks/${task.id}`, { dueDate: iso(Date.now() - 3 * DAY) });
    const colleague = await colleagueOf({ role: 'scrum_master', settings: { chase: { activeHours: 0 } } });
    const digest = async () => {
      await scan(owner, colleague);
      return (await actionsOf(owner, colleague, 'digest'))[0]?.message;
    };
    expect(await digest()).toContain(`Clear first: ${task.tid}`);
    await makePromise(mia, task);
    expect(await digest()).not.toContain('Clear first');
  });
});
