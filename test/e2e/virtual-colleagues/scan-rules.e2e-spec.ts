import { actionsOf, createColleague, scan } from '../../factories/colleague.factory.js';
import { createSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

const weekday = (moment: number) => new Date(moment).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

const scanned = new ScannedProject();
const { task, startSprint, unchangedSince, saidBy, tasksOf } = scanned;

const ids = (...tasks: TestTask[]) => tasks.map(({ id }) => id);

describe('task.overdue', () => {
  const settings = { chase: { afterHours: 24 } };

  it('chases tasks that are overdue by the configured hours, the longest overdue first', async () => {
    const due = (age: number) => task({ dueDate: iso(MOMENT - age), assigneeId: scanned.company.member.id });
    const [exactly, longer] = [await due(24 * HOUR), await due(3 * DAY)];
    await due(24 * HOUR - 1);
    await due(-HOUR);
    await task({ dueDate: iso(MOMENT - 9 * DAY), status: 'Done' });
    await task();
    expect(await tasksOf('scrum_master', 'task.overdue', settings)).toEqual(ids(longer, exactly));
  });

  it('addresses the assignee, if there is one', async () => {
    const overdue = await task({
      title: 'Ship it',
      dueDate: iso(MOMENT - 3 * DAY),
      assigneeId: scanned.company.member.id,
    });
    const [chase] = await saidBy('scrum_master', 'task.overdue', settings);
    expect(chase).toMatchObject({
      type: 'chase',
      taskId: overdue.id,
      userId: scanned.company.member.id,
      message: `${overdue.tid} "Ship it" has been overdue since ${weekday(MOMENT - 3 * DAY)}. When do you think it will be ready?`,
      createdAt: iso(MOMENT),
    });
  });

  it('asks the leads where nobody has the task, and names who has time', async () => {
    const { owner, member } = scanned.company;
    const overdue = await task({
      title: 'Ship it',
      dueDate: iso(MOMENT - 3 * DAY),
      priority: 'High',
      estimatedHours: 5,
    });
    await owner.api.put(`/projects/${scanned.project.id}/members/${member.id}`, { role: 'member' });
    const [unassigned] = await saidBy('scrum_master', 'task.overdue', { ...settings, tone: 'direct' });
    expect(unassigned).toMatchObject({
      userId: owner.id,
      message:
        `${overdue.tid} "Ship it" (High, 5 h), overdue since ${weekday(MOMENT - 3 * DAY)}: nobody has it. ` +
        'Assign it to Max Member today.',
    });
  });

  it('asks the leads of the task of somebody who does not reach it any more', async () => {
    const { owner } = scanned.company;
    const { body: team } = await owner.api.post<{ id: string }>('/teams', { name: 'Others' });
    const late = { dueDate: iso(MOMENT - 3 * DAY) };
    for (const assigneeId of [scanned.company.member.id, owner.id]) await task({ ...late, assigneeId });
    await owner.api.put(`/projects/${scanned.project.id}`, { teamId: team.id });
    const said = await scanned.saidBy('scrum_master', 'task.overdue');
    expect(said.map(({ userId, message }) => [userId, message.includes('nobody has it')])).toEqual(
      expect.arrayContaining([
        [owner.id, true],
        [owner.id, false],
      ]),
    );
    expect(said).toHaveLength(2);
  });

  it('covers only assigned tasks for the role member', async () => {
    const own = await task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: scanned.company.viewer.id });
    await task({ dueDate: iso(MOMENT - 3 * DAY) });
    expect(await tasksOf('member', 'task.overdue', settings)).toEqual(ids(own));
  });
});

describe('task.due_soon', () => {
  it('reminds of tasks that are due within the configured hours', async () => {
    const due = (ahead: number) => task({ dueDate: iso(MOMENT + ahead), assigneeId: scanned.company.member.id });
    const [exactly, next] = [await due(24 * HOUR), await due(1)];
    await due(24 * HOUR + 1);
    await due(0);
    await task({ dueDate: iso(MOMENT + HOUR), status: 'Done' });
    const reminders = await saidBy('scrum_master', 'task.due_soon', { reminder: { beforeHours: 24 }, tone: 'formal' });
    expect(reminders.map(({ taskId }) => taskId)).toEqual(ids(next, exactly));
    expect(reminders[1]).toMatchObject({
      type: 'reminder',
      userId: scanned.company.member.id,
      message: `${exactly.tid} "Task" is due tomorrow. Please confirm the date, or propose another.`,
    });
  });
});

describe('task.escalated', () => {
  const settings = { chase: { afterHours: 1, repeatHours: 0, activeHours: 0 }, escalation: { afterChases: 2 } };

  it('tells the leads once the chases have changed nothing', async () => {
    const overdue = await task({ dueDate: iso(MOMENT - DAY), assigneeId: scanned.company.member.id });
    await scanned.company.owner.api.put(`/projects/${scanned.project.id}/members/${scanned.company.admin.id}`, {
      role: 'lead',
    });
    const colleague = await createColleague(scanned.company.owner, {
      role: 'project_lead',
      settings,
      projectIds: [scanned.project.id],
    });
    const scanAfter = (hours: number) => atMoment(MOMENT + hours * HOUR, () => scan(scanned.company.member, colleague));
    const escalations = () => actionsOf(scanned.company.owner, colleague, 'task.escalated');
    await scanAfter(0);
    await scanAfter(1);
    expect(await escalations()).toEqual([]);
    await scanAfter(2);
    const said = await escalations();
    const chased =
      new Date(MOMENT).getUTCDate() === new Date(MOMENT + 2 * HOUR).getUTCDate() ? 'today' : 'since yesterday';
    expect(said.map(({ taskId, message }) => [taskId, message])).toEqual(
      [0, 1].map(() => [
        overdue.id,
        `${overdue.tid} "Task" was chased twice ${chased}. Max Member has written nothing about it. Reassign it or cut it.`,
      ]),
    );
    expect(new Set(said.map(({ userId }) => userId))).toEqual(
      new Set([scanned.company.admin.id, scanned.company.owner.id]),
    );
  });

  it('goes to the owner of the colleague where no lead is left but whom it is about', async () => {
    const { owner, admin, member } = scanned.company;
    const late = await task({ dueDate: iso(MOMENT - DAY), assigneeId: owner.id });
    const eager = { ...settings, escalation: { afterChases: 0 }, tone: 'neutral' };
    const told = async (ownerId: string) =>
      (await saidBy('project_lead', 'task.escalated', eager, { ownerId })).map(({ taskId, userId }) => [
        taskId,
        userId,
      ]);
    expect(await told(admin.id)).toEqual([[late.id, admin.id]]);
    expect(await told(owner.id)).toEqual([]);
    await owner.api.put(`/projects/${scanned.project.id}/members/${member.id}`, { role: 'lead' });
    expect(await told(owner.id)).toEqual([[late.id, member.id]]);
    await owner.api.post(`/tasks/${late.id}/comments`, { body: 'Half done, ready on Friday' });
    const [{ message } = { message: '' }] = await saidBy('project_lead', 'task.escalated', eager);
    expect(message).toContain('Olga Owner wrote "Half done, ready on Friday".');
  });

  it('starts counting again after every change', async () => {
    const overdue = await task({ dueDate: iso(MOMENT - DAY) });
    const colleague = await createColleague(scanned.company.owner, {
      role: 'manager',
      settings,
      projectIds: [scanned.project.id],
    });
    const scanAfter = (hours: number) => atMoment(MOMENT + hours * HOUR, () => scan(scanned.company.member, colleague));
    await scanAfter(0);
    await scanAfter(1);
    await unchangedSince(overdue, MOMENT + HOUR + 1);
    await scanAfter(2);
    await scanAfter(3);
    expect(await actionsOf(scanned.company.owner, colleague, 'task.escalated')).toEqual([]);
    await scanAfter(4);
    expect(await actionsOf(scanned.company.owner, colleague, 'task.escalated')).toHaveLength(1);
  });

  it('does not wait for a chase when chases are switched off', async () => {
    const overdue = await task({ dueDate: iso(MOMENT - DAY) });
    const eager = { ...settings, chase: { ...settings.chase, enabled: false }, escalation: { afterChases: 0 } };
    expect(await tasksOf('project_lead', 'task.escalated', eager)).toEqual(ids(overdue));
  });
});

describe('task.blocked', () => {
  const settings = { escalation: { blockedHours: 24 } };

  it('escalates tasks that were blocked and unchanged for the configured hours', async () => {
    const blocked = async (age: number, status = 'Blocked') => {
      const one = await task({ status });
      await unchangedSince(one, MOMENT - age);
      return one;
    };
    const [exactly, longer] = [await blocked(24 * HOUR), await blocked(DAY + 1)];
    await blocked(24 * HOUR - 1);
    await blocked(9 * DAY, 'In Progress');
    expect(await tasksOf('scrum_master', 'task.blocked', settings)).toEqual(ids(longer, exactly));
  });

  it('names the open blockers in its project', async () => {
    const elsewhere = await createTask(scanned.company.owner, (await createProject(scanned.company.owner)).id);
    const [first, closed, waiting] = [await task(), await task({ status: 'Done' }), await task({ title: 'Wait' })];
    const free = await task();
    for (const blocker of [first, closed, elsewhere]) {
      await scanned.company.owner.api.post(`/tasks/${waiting.id}/blockers`, { taskId: blocker.id });
    }
    await scanned.company.owner.api.post(`/tasks/${free.id}/blockers`, { taskId: closed.id });
    for (const one of [waiting, free]) await unchangedSince(one, MOMENT - 2 * DAY);
    const said = await saidBy('agent_orchestrator', 'task.blocked', settings);
    expect(said.map(({ message }) => message)).toEqual([
      `${waiting.tid} "Wait" has waited for ${first.tid} since ${weekday(MOMENT - 2 * DAY)}, and nobody has that. Assign that today.`,
    ]);
  });
});

describe('task.unassigned', () => {
  it('reports unassigned tasks that are urgent or in the active sprint', async () => {
    const sprint = await startSprint({});
    const planned = await scanned.company.owner.api.post('/sprints', { name: 'Later', projectId: scanned.project.id });
    const [inSprint, high] = [await task({ sprintId: sprint.id }), await task({ priority: 'High' })];
    const urgent = await task({ priority: 'Urgent', title: 'Fire' });
    await task({ priority: 'Medium' });
    await task({ sprintId: planned.body.id });
    await task({ priority: 'Urgent', assigneeId: scanned.company.member.id });
    await task({ priority: 'Urgent', status: 'Done' });
    const said = await saidBy('product_owner', 'task.unassigned');
    expect(said.map(({ taskId }) => taskId)).toEqual(ids(urgent, high, inSprint));
    expect(said.map(({ message }) => message).slice(1)).toEqual([
      `${high.tid} "Task" is of priority High and has no assignee.`,
      `${inSprint.tid} "Task" is in the active sprint and has no assignee.`,
    ]);
  });
});

describe('task.unestimated', () => {
  it('reports open tasks in the active sprint without an estimate', async () => {
    const sprint = await startSprint({});
    const later = await createSprint(scanned.company.owner, scanned.project.id);
    const unestimated = await task({ sprintId: sprint.id });
    const cleared = await task({ sprintId: sprint.id, estimatedHours: 3 });
    await scanned.company.owner.api.put(`/tasks/${cleared.id}`, { estimatedHours: null });
    await task({ sprintId: sprint.id, estimatedHours: 0 });
    await task({ sprintId: sprint.id, status: 'Done' });
    await task({ sprintId: later.id });
    await task();
    expect(await tasksOf('scrum_master', 'task.unestimated')).toEqual(ids(unestimated, cleared));
  });

  it('is addressed to nobody, and asks nothing', async () => {
    const { id: sprintId } = await startSprint({});
    const assigned = await task({ sprintId, assigneeId: scanned.company.member.id });
    const reports = await saidBy('scrum_master', 'task.unestimated');
    expect(reports.map(({ type, userId, message }) => ({ type, userId, message }))).toEqual([
      {
        type: 'report',
        userId: null,
        message: `${assigned.tid} "Task" is in the sprint and still needs an estimate.`,
      },
    ]);
  });
});

describe('task.review_waiting', () => {
  it('reminds of tasks that were in review and unchanged for the configured hours', async () => {
    const inReview = async (age: number, status = 'In Review') => {
      const one = await task({ status, assigneeId: scanned.company.member.id });
      await unchangedSince(one, MOMENT - age);
      return one;
    };
    const exactly = await inReview(24 * HOUR);
    await inReview(24 * HOUR - 1);
    await inReview(3 * DAY, 'In Progress');
    const said = await saidBy('member', 'task.review_waiting', { reminder: { reviewHours: 24 } });
    expect(said).toEqual([
      expect.objectContaining({ type: 'reminder', taskId: exactly.id, userId: scanned.company.owner.id }),
    ]);
  });
});

describe('task.stale_backlog', () => {
  it('reports tasks that are in no sprint and were unchanged for the configured days', async () => {
    const sprint = await startSprint({});
    const unchanged = async (age: number, input: object = {}) => {
      const one = await task(input);
      await unchangedSince(one, MOMENT - age);
      return one;
    };
    const exactly = await unchanged(30 * DAY);
    await unchanged(30 * DAY - 1);
    await unchanged(90 * DAY, { sprintId: sprint.id });
    expect(await tasksOf('product_owner', 'task.stale_backlog', { reporting: { staleDays: 30 } })).toEqual(
      ids(exactly),
    );
  });
});

describe('task.delegate', () => {
  it('reports tasks that are ready for an agent, the most urgent first', async () => {
    const low = await task({ estimatedHours: 2, priority: 'Low' });
    const high = await task({ estimatedHours: 1.5, priority: 'High' });
    await task();
    await task({ estimatedHours: 2, assigneeId: scanned.company.member.id });
    await task({ estimatedHours: 2, status: 'Blocked' });
    const waiting = await task({ estimatedHours: 2 });
    await scanned.company.owner.api.post(`/tasks/${waiting.id}/blockers`, { taskId: low.id });
    const said = await saidBy('agent_orchestrator', 'task.delegate');
    expect(said.map(({ message }) => message)).toEqual([
      `${high.tid} "Task" (1.5 h) is ready for an agent.`,
      `${low.tid} "Task" (2 h) is ready for an agent.`,
    ]);
  });
});
