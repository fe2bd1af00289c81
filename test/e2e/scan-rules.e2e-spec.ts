import { actionsOf, createColleague, scan, type TestAction } from '../factories/colleague.factory.js';
import { type TestCompany } from '../factories/company.factory.js';
import { createActiveSprint, createEpic, createSprint } from '../factories/planning.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { atMoment, DAY, HOUR, iso } from '../support/clock.js';
import { type TestService, startWithCompanies } from '../support/test-service.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
/** When the scans take place: an hour from now, so that everything is made before. */
const MOMENT = Date.now() + HOUR;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());
beforeEach(async () => {
  project = await createProject(company.owner);
});

const task = (input: object = {}) => createTask(company.owner, project.id, input);

/** Sets when the task was changed last. */
async function unchangedSince({ id }: { id: string }, moment: number): Promise<void> {
  await service.database.rows('UPDATE tasks SET updated_at = $2 WHERE id = $1', [id, iso(moment)]);
}

/** What a new colleague of the project says by a rule. */
async function saidBy(role: string, rule: string, settings: object = {}, input: object = {}): Promise<TestAction[]> {
  const colleague = await createColleague(company.owner, { role, settings, projectIds: [project.id], ...input });
  await atMoment(MOMENT, () => scan(company.member, colleague));
  return actionsOf(company.owner, colleague, rule);
}

/** The tasks that it speaks of. */
async function tasksOf(...question: Parameters<typeof saidBy>): Promise<(string | null)[]> {
  return (await saidBy(...question)).map(({ taskId }) => taskId);
}

const ids = (...tasks: TestTask[]) => tasks.map(({ id }) => id);

const startSprint = (input: object) => createActiveSprint(company.owner, project.id, { name: 'Sprint 7', ...input });

describe('task.overdue', () => {
  const settings = { chase: { afterHours: 24 } };

  it('chases tasks that are overdue by the configured hours, the longest overdue first', async () => {
    const due = (age: number) => task({ dueDate: iso(MOMENT - age), assigneeId: company.member.id });
    const [exactly, longer] = [await due(24 * HOUR), await due(3 * DAY)];
    await due(24 * HOUR - 1);
    await due(-HOUR);
    await task({ dueDate: iso(MOMENT - 9 * DAY), status: 'Done' });
    await task();
    expect(await tasksOf('scrum_master', 'task.overdue', settings)).toEqual(ids(longer, exactly));
  });

  it('addresses the assignee, if there is one', async () => {
    const overdue = await task({ title: 'Ship it', dueDate: iso(MOMENT - 3 * DAY), assigneeId: company.member.id });
    const [chase] = await saidBy('scrum_master', 'task.overdue', settings);
    expect(chase).toMatchObject({
      type: 'chase',
      taskId: overdue.id,
      userId: company.member.id,
      message: `Hi Max Member, ${overdue.tid} "Ship it" is 3 days overdue. Can you finish it soon, or give it a new date?`,
      createdAt: iso(MOMENT),
    });
    await company.owner.api.put(`/tasks/${overdue.id}`, { assigneeId: null });
    const [unassigned] = await saidBy('scrum_master', 'task.overdue', { ...settings, tone: 'direct' });
    expect(unassigned).toMatchObject({
      userId: null,
      message: `No assignee: ${overdue.tid} "Ship it" is 3 days overdue. Finish it or move the date today.`,
    });
  });

  it('covers only assigned tasks for the role member', async () => {
    const own = await task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: company.viewer.id });
    await task({ dueDate: iso(MOMENT - 3 * DAY) });
    expect(await tasksOf('member', 'task.overdue', settings)).toEqual(ids(own));
  });
});

describe('task.due_soon', () => {
  it('reminds of tasks that are due within the configured hours', async () => {
    const due = (ahead: number) => task({ dueDate: iso(MOMENT + ahead), assigneeId: company.member.id });
    const [exactly, next] = [await due(24 * HOUR), await due(1)];
    await due(24 * HOUR + 1);
    await due(0);
    await task({ dueDate: iso(MOMENT + HOUR), status: 'Done' });
    const reminders = await saidBy('scrum_master', 'task.due_soon', { reminder: { beforeHours: 24 }, tone: 'formal' });
    expect(reminders.map(({ taskId }) => taskId)).toEqual(ids(next, exactly));
    expect(reminders[1]).toMatchObject({
      type: 'reminder',
      userId: company.member.id,
      message: `Dear Max Member, ${exactly.tid} "Task" is due in 24 hours. Please make sure of it, or propose a new due date.`,
    });
  });
});

describe('task.escalated', () => {
  const settings = { chase: { afterHours: 1, repeatHours: 0 }, escalation: { afterChases: 2 } };

  it('tells the leads once the chases have changed nothing', async () => {
    const overdue = await task({ dueDate: iso(MOMENT - DAY), assigneeId: company.member.id });
    await company.owner.api.put(`/projects/${project.id}/members/${company.admin.id}`, { role: 'lead' });
    const colleague = await createColleague(company.owner, {
      role: 'project_lead',
      settings,
      projectIds: [project.id],
    });
    const scanAfter = (hours: number) => atMoment(MOMENT + hours * HOUR, () => scan(company.member, colleague));
    const escalations = () => actionsOf(company.owner, colleague, 'task.escalated');
    await scanAfter(0);
    await scanAfter(1);
    expect(await escalations()).toEqual([]);
    await scanAfter(2);
    expect(await escalations()).toEqual([
      expect.objectContaining({
        type: 'escalation',
        taskId: overdue.id,
        userId: company.admin.id,
        message:
          `Ada Admin, Olga Owner: ${overdue.tid} "Task", assigned to Max Member: 26 hours overdue, 2 chases, no change. ` +
          'Reassign it or cut it.',
      }),
    ]);
  });

  it('says when the project has no lead, or no active lead', async () => {
    const { body: lead } = await company.owner.api.post('/users', {
      name: 'Lena Lead',
      email: `lena@${company.id}.test`,
      role: 'MEMBER',
    });
    await company.owner.api.put(`/projects/${project.id}/members/${lead.id}`, { role: 'lead' });
    await company.owner.api.delete(`/projects/${project.id}/members/${company.owner.id}`);
    const { tid } = await task({ dueDate: iso(MOMENT - DAY), assigneeId: company.member.id });
    const eager = { ...settings, escalation: { afterChases: 0 }, tone: 'neutral' };
    const escalated = async () => (await saidBy('project_lead', 'task.escalated', eager))[0]!;
    const { message, userId } = await escalated();
    expect([message.startsWith(`Lena Lead: ${tid} "Task", assigned to Max Member,`), userId]).toEqual([true, lead.id]);
    await company.owner.api.put(`/users/${lead.id}`, { active: false });
    const without = await escalated();
    expect([without.message.split(':')[0], without.userId]).toEqual(['No project lead', null]);
  });

  it('starts counting again after every change', async () => {
    const overdue = await task({ dueDate: iso(MOMENT - DAY) });
    const colleague = await createColleague(company.owner, { role: 'manager', settings, projectIds: [project.id] });
    const scanAfter = (hours: number) => atMoment(MOMENT + hours * HOUR, () => scan(company.member, colleague));
    await scanAfter(0);
    await scanAfter(1);
    await unchangedSince(overdue, MOMENT + HOUR + 1);
    await scanAfter(2);
    await scanAfter(3);
    expect(await actionsOf(company.owner, colleague, 'task.escalated')).toEqual([]);
    await scanAfter(4);
    expect(await actionsOf(company.owner, colleague, 'task.escalated')).toHaveLength(1);
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
    const elsewhere = await createTask(company.owner, (await createProject(company.owner)).id);
    const [first, closed, waiting] = [await task(), await task({ status: 'Done' }), await task({ title: 'Wait' })];
    const free = await task();
    for (const blocker of [first, closed, elsewhere]) {
      await company.owner.api.post(`/tasks/${waiting.id}/blockers`, { taskId: blocker.id });
    }
    await company.owner.api.post(`/tasks/${free.id}/blockers`, { taskId: closed.id });
    for (const one of [waiting, free]) await unchangedSince(one, MOMENT - 2 * DAY);
    const said = await saidBy('agent_orchestrator', 'task.blocked', settings);
    expect(said.map(({ message }) => message)).toEqual([
      `No assignee: ${waiting.tid} "Wait" is blocked by ${first.tid}, no change for 2 days. Unblock it today.`,
    ]);
  });
});

describe('task.unassigned', () => {
  it('reports unassigned tasks that are urgent or in the active sprint', async () => {
    const sprint = await startSprint({});
    const planned = await company.owner.api.post('/sprints', { name: 'Later', projectId: project.id });
    const [inSprint, high] = [await task({ sprintId: sprint.id }), await task({ priority: 'High' })];
    const urgent = await task({ priority: 'Urgent', title: 'Fire' });
    await task({ priority: 'Medium' });
    await task({ sprintId: planned.body.id });
    await task({ priority: 'Urgent', assigneeId: company.member.id });
    await task({ priority: 'Urgent', status: 'Done' });
    const said = await saidBy('product_owner', 'task.unassigned');
    expect(said.map(({ taskId }) => taskId)).toEqual(ids(urgent, high, inSprint));
    expect(said.map(({ message }) => message).slice(1)).toEqual([
      `${high.tid} "Task" is of priority High and has no assignee. Give it to someone.`,
      `${inSprint.tid} "Task" is in the active sprint and has no assignee. Give it to someone.`,
    ]);
  });
});

describe('task.unestimated', () => {
  it('reports open tasks in the active sprint without an estimate', async () => {
    const sprint = await startSprint({});
    const later = await createSprint(company.owner, project.id);
    const unestimated = await task({ sprintId: sprint.id });
    const cleared = await task({ sprintId: sprint.id, estimatedHours: 3 });
    await company.owner.api.put(`/tasks/${cleared.id}`, { estimatedHours: null });
    await task({ sprintId: sprint.id, estimatedHours: 0 });
    await task({ sprintId: sprint.id, status: 'Done' });
    await task({ sprintId: later.id });
    await task();
    expect(await tasksOf('scrum_master', 'task.unestimated')).toEqual(ids(unestimated, cleared));
  });

  it('addresses the assignee, if there is one', async () => {
    const { id: sprintId } = await startSprint({});
    const assigned = await task({ sprintId, assigneeId: company.member.id });
    const unassigned = await task({ sprintId });
    const reports = await saidBy('scrum_master', 'task.unestimated');
    expect(reports.map(({ type, userId, message }) => ({ type, userId, message }))).toEqual([
      {
        type: 'report',
        userId: company.member.id,
        message: `Hi Max Member, ${assigned.tid} "Task" is in the sprint without an estimate. Could you add one?`,
      },
      {
        type: 'report',
        userId: null,
        message: `Nobody has taken this yet: ${unassigned.tid} "Task" is in the sprint without an estimate. Could you add one?`,
      },
    ]);
  });
});

describe('task.review_waiting', () => {
  it('reminds of tasks that were in review and unchanged for the configured hours', async () => {
    const inReview = async (age: number, status = 'In Review') => {
      const one = await task({ status, assigneeId: company.member.id });
      await unchangedSince(one, MOMENT - age);
      return one;
    };
    const exactly = await inReview(24 * HOUR);
    await inReview(24 * HOUR - 1);
    await inReview(3 * DAY, 'In Progress');
    const said = await saidBy('member', 'task.review_waiting', { reminder: { reviewHours: 24 } });
    expect(said).toEqual([
      expect.objectContaining({ type: 'reminder', taskId: exactly.id, userId: company.member.id }),
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

describe('sprint.at_risk', () => {
  it('reports an active sprint past its end', async () => {
    const sprint = await startSprint({ startDate: iso(MOMENT - 9 * DAY), endDate: iso(MOMENT - 2 * DAY) });
    await task({ sprintId: sprint.id });
    const [report] = await saidBy('scrum_master', 'sprint.at_risk', { tone: 'neutral' });
    expect(report).toMatchObject({
      type: 'report',
      taskId: null,
      userId: null,
      message: `Sprint "Sprint 7" (${project.key}) ended 2 days ago with 1 open task: complete it or move its end.`,
    });
  });

  it('is silent exactly at the end', async () => {
    await startSprint({ endDate: iso(MOMENT) });
    expect(await saidBy('scrum_master', 'sprint.at_risk')).toEqual([]);
  });

  it.each([
    [12, 10, 5, false],
    [12.01, 10, 5, true],
    // The line begins when the sprint was to start, though it did later.
    [9.5, 8, 7.5, false],
    [9.7, 8, 7.5, true],
  ])('compares %d h left with %d h of the line, planned for %d days: %p', async (hoursLeft, line, ago, isAtRisk) => {
    const created = await company.owner.api.post('/sprints', {
      name: 'Sprint',
      projectId: project.id,
      startDate: iso(MOMENT - ago * DAY),
      endDate: iso(MOMENT + 5 * DAY),
    });
    const planned = await task({ sprintId: created.body.id, estimatedHours: 20 });
    await company.owner.api.post(`/sprints/${created.body.id}/start`);
    await service.database.rows('UPDATE sprints SET started_at = $2 WHERE id = $1', [
      created.body.id,
      iso(MOMENT - 5 * DAY),
    ]);
    await service.database.rows('UPDATE sprint_changes SET at = $2 WHERE sprint_id = $1', [
      created.body.id,
      iso(MOMENT - 6 * DAY),
    ]);
    await company.owner.api.put(`/tasks/${planned.id}`, { loggedHours: 20 - hoursLeft });
    const said = await saidBy('scrum_master', 'sprint.at_risk', { tone: 'direct' });
    expect(said.map(({ message }) => message)).toEqual(
      isAtRisk
        ? [
            `Sprint "Sprint" (${project.key}) has ${hoursLeft} h left where the plan leaves ${line} h. ` +
              'Decide today: take something out or move its end.',
          ]
        : [],
    );
  });
});

describe('epic.at_risk', () => {
  it('reports an epic with open tasks that is overdue or due within 7 days', async () => {
    const epic = async (dueDate: number, statuses: string[]) => {
      const { id } = await createEpic(company.owner, project.id, { name: iso(dueDate), dueDate: iso(dueDate) });
      for (const status of statuses) await task({ epicId: id, status });
    };
    await epic(MOMENT + 7 * DAY, ['To Do', 'Done']);
    await epic(MOMENT + 7 * DAY + 1, ['To Do']);
    await epic(MOMENT - DAY, ['To Do']);
    await epic(MOMENT + DAY, ['Done']);
    await epic(MOMENT + DAY, []);
    const said = await saidBy('customer', 'epic.at_risk');
    expect(said.map(({ message }) => message)).toEqual([
      `Epic "${iso(MOMENT - DAY)}" (${project.key}) was due on ${iso(MOMENT - DAY).slice(0, 10)} with 1 of 1 task open. ` +
        'Its scope or its date needs to be reviewed.',
      `Epic "${iso(MOMENT + 7 * DAY)}" (${project.key}) is due on ${iso(MOMENT + 7 * DAY).slice(0, 10)} with 1 of 2 tasks open. ` +
        'Its scope or its date needs to be reviewed.',
    ]);
  });
});

describe('user.overloaded', () => {
  it('reports people with more open estimated hours than the limit', async () => {
    const work = (assigneeId: string, estimatedHours: number, status = 'To Do') =>
      task({ assigneeId, estimatedHours, status });
    await work(company.member.id, 30);
    await work(company.member.id, 10.5);
    await work(company.member.id, 99, 'Done');
    await work(company.viewer.id, 40);
    await work(company.viewer.id, 40, 'Done');
    expect(await saidBy('manager', 'user.overloaded', { reporting: { overloadHours: 40 } })).toEqual([
      expect.objectContaining({
        type: 'report',
        taskId: null,
        userId: company.member.id,
        message:
          'Max Member has 40.5 h in 2 open tasks, above the limit of 40 h. Please redistribute or postpone work.',
      }),
    ]);
  });
});

describe('task.delegate', () => {
  it('reports tasks that are ready for an agent, the most urgent first', async () => {
    const low = await task({ estimatedHours: 2, priority: 'Low' });
    const high = await task({ estimatedHours: 1.5, priority: 'High' });
    await task();
    await task({ estimatedHours: 2, assigneeId: company.member.id });
    await task({ estimatedHours: 2, status: 'Blocked' });
    const waiting = await task({ estimatedHours: 2 });
    await company.owner.api.post(`/tasks/${waiting.id}/blockers`, { taskId: low.id });
    const said = await saidBy('agent_orchestrator', 'task.delegate');
    expect(said.map(({ message }) => message)).toEqual([
      `${high.tid} "Task" (1.5 h) is ready. Assign an agent.`,
      `${low.tid} "Task" (2 h) is ready. Assign an agent.`,
    ]);
  });
});
