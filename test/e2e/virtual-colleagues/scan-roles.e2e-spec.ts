import { actionsOf, createColleague, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { makePromise } from '../../factories/promise.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { DAY, HOUR, iso } from '../../support/clock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** The rules of each role: as docs/colleagues.md lists them; delegation.e2e-spec has those of work. */
const RULES: Record<string, string[]> = {
  scrum_master: [
    'sprint.at_risk',
    'task.blocked',
    'task.slipping',
    'task.promise_broken',
    'task.overdue',
    'task.due_soon',
    'task.unestimated',
    'digest',
  ],
  project_lead: [
    'task.promise_broken',
    'task.overdue',
    'task.escalated',
    'task.slipping',
    'task.unassigned',
    'epic.at_risk',
    'digest',
  ],
  product_owner: ['task.stale_backlog', 'task.unestimated', 'task.unassigned', 'epic.at_risk', 'digest'],
  manager: ['user.overloaded', 'task.promise_broken', 'task.overdue', 'task.escalated', 'task.slipping', 'digest'],
  member: ['task.promise_broken', 'task.overdue', 'task.due_soon', 'task.review_waiting', 'digest'],
  myself: ['task.promise_broken', 'task.overdue', 'task.due_soon', 'task.review_waiting', 'digest'],
  customer: ['epic.at_risk', 'digest'],
  agent_orchestrator: ['task.delegate', 'task.blocked', 'task.review_waiting', 'digest'],
  agent: ['task.due_soon', 'task.promise_broken', 'task.overdue', 'task.blocked', 'digest'],
};
const ROLES = Object.keys(RULES);
const TONES = ['neutral', 'friendly', 'formal', 'direct'];

/** Everything is said at once. */
const EAGER = {
  chase: { enabled: true, afterHours: 0, repeatHours: 0, activeHours: 0 },
  reminder: { enabled: true, beforeHours: 100, reviewHours: 0 },
  escalation: { enabled: true, afterChases: 0, blockedHours: 0, afterMoves: 1 },
  reporting: { enabled: true, staleDays: 0, overloadHours: 0 },
};

const PERSON = 'Percival Person';
const EPIC_DUE = iso(Date.now() - 5 * HOUR);
const dayInWords = (moment: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(moment));
const HOURS = /\bhours?\b|\d ?h\b/;

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
  await company.owner.api.put(`/users/${company.member.id}`, { name: PERSON });
  const sprint = await company.owner.api.post('/sprints', {
    name: 'Sprint',
    projectId: project.id,
    endDate: iso(Date.now() - DAY),
  });
  await company.owner.api.post(`/sprints/${sprint.body.id}/start`);
  const epic = await company.owner.api.post('/epics', {
    name: 'Epic',
    projectId: project.id,
    dueDate: EPIC_DUE,
  });
  const [assigneeId, epicId, sprintId] = [company.member.id, epic.body.id, sprint.body.id];
  for (const input of [
    { dueDate: iso(Date.now() - DAY), assigneeId, estimatedHours: 7.5, epicId },
    { dueDate: iso(Date.now() + DAY), assigneeId, status: 'In Review' },
    { status: 'Blocked', assigneeId, sprintId },
    { priority: 'Urgent', estimatedHours: 3 },
    { status: 'Done', assigneeId, estimatedHours: 5, epicId },
  ]) {
    const { id } = await createTask(company.owner, project.id, input);
    if (input.status === 'In Review') await makePromise(company.member, { id });
    // The first was to be done earlier, and is late all the same.
    if (input.epicId && input.dueDate) {
      await company.owner.api.put(`/tasks/${id}`, { dueDate: iso(Date.parse(input.dueDate) + HOUR) });
    }
  }
  await service.database.rows(`UPDATE promises SET state = 'broken', ended_at = now()`);
});
afterAll(() => service.stop());

async function colleagueOf(role: string, settings: object = EAGER): Promise<TestColleague> {
  // Each is the first of the company to follow up the broken promise.
  await service.database.rows('UPDATE promises SET followed_at = NULL');
  const input = { role, settings, projectIds: [project.id], ownerId: company.member.id };
  return createColleague(company.owner, input);
}

describe('a scan of each role', () => {
  it.each(ROLES)('runs the rules of %s, in their order', async (role) => {
    const colleague = await colleagueOf(role);
    const { actionsGenerated } = await scan(company.member, colleague);
    const actions = await actionsOf(company.owner, colleague);
    expect(actions.filter(({ held }) => held === null)).toHaveLength(actionsGenerated);
    expect([...new Set(actions.map(({ rule }) => rule))]).toEqual(RULES[role]);
  });

  it.each(TONES)('says everything in a %s tone, in one short line', async (tone) => {
    for (const role of ROLES) {
      const colleague = await colleagueOf(role, { ...EAGER, tone });
      await scan(company.member, colleague);
      for (const { message } of await actionsOf(company.owner, colleague)) {
        expect(message).toMatch(/^[^{}]{20,400}$/);
        expect(message).not.toMatch(/null|undefined|%\d/);
      }
    }
  });

  it('says other things in other tones', async () => {
    const said = new Set<string>();
    for (const tone of TONES) {
      const colleague = await colleagueOf('scrum_master', { ...EAGER, tone });
      await scan(company.member, colleague);
      const [chase] = await actionsOf(company.owner, colleague, 'task.overdue');
      said.add(chase!.message);
    }
    expect(said.size).toBe(TONES.length);
  });

  it.each(['standup', 'delivery', 'backlog', 'workload', 'personal', 'customer', 'agents'])(
    'sums up as %s where the settings say so',
    async (digest) => {
      const settings = { ...EAGER, reporting: { digest }, tone: 'neutral' };
      const colleague = await colleagueOf('project_lead', settings);
      await scan(company.member, colleague);
      const digests = await actionsOf(company.owner, colleague, 'digest');
      expect(digests).toEqual([expect.objectContaining({ type: 'report', taskId: null })]);
      const opening =
        { personal: 'Your day', customer: 'Progress' }[digest] ?? digest[0]!.toUpperCase() + digest.slice(1);
      expect(digests[0]!.message.startsWith(`${opening}, `)).toBe(true);
    },
  );

  it('never names people or hours to customers, in any digest', async () => {
    for (const tone of TONES) {
      for (const digest of ['customer', 'workload', 'personal', 'delivery']) {
        const colleague = await colleagueOf('customer', { ...EAGER, reporting: { digest }, tone });
        await scan(company.member, colleague);
        const actions = await actionsOf(company.owner, colleague);
        expect(actions.length).toBeGreaterThanOrEqual(2);
        for (const { message, userId } of actions) {
          expect(message).not.toContain(PERSON);
          expect(message).not.toMatch(HOURS);
          expect(userId).toBeNull();
        }
      }
    }
  });
});

describe('the digest', () => {
  const digestOf = async (role: string, digest: string) => {
    const colleague = await colleagueOf(role, { reporting: { digest }, tone: 'neutral' });
    await scan(company.member, colleague);
    return (await actionsOf(company.owner, colleague, 'digest'))[0]!.message;
  };

  const HEADING = /^(Standup|Workload|Delivery), \w+ \(since \w+ \d\d:\d\d\)\n/;

  it('says since when it tells, and what is to be cleared first', async () => {
    const standup = await digestOf('scrum_master', 'standup');
    expect(standup).toMatch(HEADING);
    expect(standup).toContain(`\nSprint "Sprint" (${project.key}): 0 h left, ended yesterday.\n`);
    // Late since 23 hours ago: in the last hour of a day that is today.
    const since = new Date().getUTCHours() === 23 ? 'today' : 'yesterday';
    expect(standup).toMatch(new RegExp(`\\nClear first: \\w+-1 \\(late since ${since}\\)\\.$`));
  });

  it('has the figures of its kind', async () => {
    expect(await digestOf('manager', 'workload')).toMatch(HEADING);
    expect(await digestOf('manager', 'workload')).toContain(
      `\n${PERSON} 7.5 h in 3 tasks. 1 of 4 open tasks have no assignee.`,
    );
    expect(await digestOf('project_lead', 'delivery')).toContain(
      `\n1 done in 7 days, 4 open, 1 overdue. By project: ${project.key} 4 open, 1 overdue. ` +
        `Milestones: "Epic" 1 of 2 done, due ${dayInWords(EPIC_DUE)}.`,
    );
  });

  it('names the done tasks, and by whom; nothing more where nothing has changed', async () => {
    const { body } = await company.owner.api.post('/projects', { name: 'Other' });
    const colleague = await createColleague(company.owner, { projectIds: [body.id], settings: { tone: 'direct' } });
    const lastDigest = async () => {
      await scan(company.member, colleague);
      return (await actionsOf(company.owner, colleague, 'digest'))[0]!.message.split('\n').slice(1);
    };
    expect(await lastDigest()).toEqual([expect.stringMatching(/^Nothing has changed since \w+ \d\d:\d\d\.$/)]);
    const { id, tid } = await createTask(company.owner, body.id);
    await company.owner.api.put(`/tasks/${id}`, { status: 'Done' });
    expect(await lastDigest()).toEqual([`Done: ${tid} by Olga Owner.`]);
    const [done, review, blocked] = [
      await createTask(company.member, body.id, { status: 'Done' }),
      await createTask(company.owner, body.id, { status: 'In Review' }),
      await createTask(company.owner, body.id, { status: 'Blocked' }),
    ];
    expect(await lastDigest()).toEqual([
      `Done: ${done.tid} by ${PERSON}.`,
      `Handed in for review: ${review.tid}.`,
      `Newly blocked: ${blocked.tid}.`,
    ]);
    expect(await lastDigest()).toEqual([expect.stringMatching(/^Nothing has changed/)]);
  });
});

describe('own tasks', () => {
  it('are the tasks of the owner for myself, and also their subtasks for an agent', async () => {
    const own = await createProject(company.owner);
    const overdue = { dueDate: iso(Date.now() - 3 * DAY) };
    const mine = await createTask(company.owner, own.id, { ...overdue, assigneeId: company.viewer.id });
    const child = await createTask(company.owner, own.id, { ...overdue, parentId: mine.id });
    const grandchild = await createTask(company.owner, own.id, {
      ...overdue,
      parentId: child.id,
      assigneeId: company.admin.id,
    });
    await createTask(company.owner, own.id, { ...overdue, assigneeId: company.admin.id });
    const overdueOf = async (role: string) => {
      const input = { role, settings: EAGER, projectIds: [own.id], ownerId: company.viewer.id };
      const colleague = await createColleague(company.owner, input);
      const { tasksScanned } = await scan(company.member, colleague);
      const tasks = (await actionsOf(company.owner, colleague, 'task.overdue')).map(({ taskId }) => taskId);
      return [tasksScanned, tasks.sort()];
    };
    expect(await overdueOf('myself')).toEqual([1, [mine.id]]);
    expect(await overdueOf('agent')).toEqual([3, [mine.id, child.id, grandchild.id].sort()]);
    expect((await overdueOf('member'))[0]).toBe(4);
  });
});
