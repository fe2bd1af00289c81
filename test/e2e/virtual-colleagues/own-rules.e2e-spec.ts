import { actionsOf, createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, createUser } from '../../factories/company.factory.js';
import { addTasks, createProject, giveToTeam } from '../../factories/project.factory.js';
import { refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

const scanned = new ScannedProject();
const { task } = scanned;

const RULE = { name: 'Urgent', filter: 'priority = Urgent', type: 'report', to: 'nobody' };

/** Only its own rules speak. */
const quiet = {
  settings: {
    chase: { enabled: true },
    reminder: { enabled: true },
    escalation: { enabled: true },
    rules: { digest: false, 'task.overdue': false, 'task.due_soon': false, 'task.review_waiting': false },
  },
};

const colleagueWith = (rules: object[], input: object = {}) =>
  createColleague(scanned.company.owner, {
    role: 'member',
    projectIds: [scanned.project.id],
    rules,
    ...quiet,
    ...input,
  });

/** What a new colleague with this rule says, in its order. */
async function saidBy(rule: object, input: object = {}) {
  const colleague = await colleagueWith([{ ...RULE, ...rule }], input);
  await atMoment(MOMENT, () => scan(scanned.company.member, colleague));
  return actionsOf(scanned.company.owner, colleague);
}

const found = async ({ id }: { id: string }, user = scanned.company.owner) =>
  (await user.api.get<TestColleague>(`/virtual-colleagues/${id}`)).body;

describe('rules of a colleague', () => {
  it('are stored whole, and shown with their defaults', async () => {
    const colleague = await colleagueWith([
      RULE,
      { ...RULE, name: 'Mine', filter: 'ASSIGNEE=me && !done', message: '' },
    ]);
    const { rules } = await found(colleague, scanned.company.viewer);
    expect(rules).toEqual([
      { ...RULE, id: expect.any(String), message: null, repeatHours: 24, enabled: true, broken: false },
      {
        ...RULE,
        id: expect.any(String),
        name: 'Mine',
        filter: 'assignee = me and not done',
        message: null,
        repeatHours: 24,
        enabled: true,
        broken: false,
      },
    ]);
    expect(colleague.rules).toEqual(rules);
  });

  it('keep their id by name, whatever its case, and can be written back', async () => {
    const colleague = await colleagueWith([RULE]);
    const put = async (rules: object[]) => {
      const path = `/virtual-colleagues/${colleague.id}`;
      const { status, body } = await scanned.company.admin.api.put<TestColleague>(path, { rules });
      expect([status, body.rules]).toEqual([200, (await found(colleague)).rules]);
      return body;
    };
    const same = await put(colleague.rules);
    expect([same.rules, same.updatedAt]).toEqual([colleague.rules, colleague.updatedAt]);
    const [first, second] = (
      await put([
        { ...RULE, name: 'New' },
        { ...RULE, name: 'URGENT', to: 'leads' },
      ])
    ).rules;
    expect([second!.id, second!.to, first!.id === second!.id]).toEqual([colleague.rules[0]!.id, 'leads', false]);
    expect((await put([])).rules).toEqual([]);
  });

  it.each([
    [{ name: '' }, { 'rules.0.name': 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(101) }, { 'rules.0.name': 'Must be at most 100 characters' }],
    [{ filter: 'prio = High' }, { 'rules.0.filter': expect.stringMatching(/^Column 1: unknown field "prio"/) }],
    [{ filter: undefined }, { 'rules.0.filter': 'Required' }],
    [{ type: 'shout' }, { 'rules.0.type': expect.stringContaining('chase, reminder') }],
    [{ to: 'everyone' }, { 'rules.0.to': expect.stringContaining('user:<id>') }],
    [{ repeatHours: 0 }, { 'rules.0.repeatHours': expect.any(String) }],
    [{ repeatHours: 8_761 }, { 'rules.0.repeatHours': expect.any(String) }],
    [{ message: 'x'.repeat(501) }, { 'rules.0.message': 'Must be at most 500 characters' }],
    [{ message: 'Hi {{who}}' }, { 'rules.0.message': expect.stringMatching(/^Column 6: unknown name "who"/) }],
    [{ message: '🦊 {{task.tid' }, { 'rules.0.message': 'Column 3: "{{" has no "}}"' }],
  ])('with %j are refused', async (change, details) => {
    const input = { name: 'Steve', role: 'member', rules: [{ ...RULE, ...change }] };
    const answer = await scanned.company.owner.api.post('/virtual-colleagues', input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it.each([[[]], [null], ['x'], [[{ ...RULE }]]])('that are no objects, as %j, are refused', async (rule) => {
    const answer = await scanned.company.owner.api.post('/virtual-colleagues', { name: 'Steve', rules: [rule] });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { role: 'Required', 'rules.0': 'Expected object' }]);
  });

  it('are at most 50, have different names, and speak to users of the company', async () => {
    const post = (rules: object[]) =>
      scanned.company.owner.api.post('/virtual-colleagues', { name: 'Steve', role: 'member', rules });
    const many = Array.from({ length: 51 }, (_, index) => ({ ...RULE, name: `Rule ${index}` }));
    expect(refusalOf(await post(many))).toEqual([400, 'VALIDATION_ERROR', { rules: 'Must hold 0 to 50' }]);
    const twice = [RULE, { ...RULE, name: 'urgent' }];
    expect(refusalOf(await post(twice))[2]).toEqual({ 'rules.1.name': 'Another rule has this name' });
    const unknown = await post([{ ...RULE, to: `user:${UNKNOWN_ID}` }]);
    expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([404, expect.stringContaining('User not found')]);
  });

  it('of a customer name no people and no hours, whenever it becomes one', async () => {
    const rules = [{ ...RULE, message: '{{task.tid}} of {{assignee.name}}' }];
    const details = { 'rules.0.message': expect.stringMatching(/^Column 19: a customer/) };
    const post = await scanned.company.owner.api.post('/virtual-colleagues', {
      name: 'Steve',
      role: 'customer',
      rules,
    });
    expect(refusalOf(post)).toEqual([400, 'VALIDATION_ERROR', details]);
    const { id } = await colleagueWith(rules);
    const put = await scanned.company.owner.api.put(`/virtual-colleagues/${id}`, { role: 'customer' });
    expect(refusalOf(put)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('a rule of one’s own', () => {
  it('speaks of matching open tasks of its projects, by rank, as its message says', async () => {
    const elsewhere = await createProject(scanned.company.owner);
    await scanned.company.owner.api.post('/tasks', { title: 'X', projectId: elsewhere.id, priority: 'Urgent' });
    const tasks = [
      await task({ priority: 'Urgent' }),
      await task({ priority: 'Urgent', dueDate: iso(MOMENT - 3 * DAY) }),
    ];
    await task({ priority: 'Urgent', status: 'Done' });
    await task();
    const message =
      '100% {{ task.tid }} {{task.title}} {{task.status}} {{task.priority}} {{project.name}} {{assignee.name}} {{days.overdue}} {x} }}';
    const said = await saidBy({ message });
    const { name } = (await scanned.company.owner.api.get(`/projects/${scanned.project.id}`)).body;
    expect(said.map(({ taskId }) => taskId)).toEqual(tasks.map(({ id }) => id));
    expect(said.map((action) => action.message)).toEqual([
      `100% ${tasks[0]!.tid} Task Backlog Urgent ${name} – – {x} }}`,
      `100% ${tasks[1]!.tid} Task Backlog Urgent ${name} – 3 {x} }}`,
    ]);
    expect(said[0]).toMatchObject({
      type: 'report',
      rule: 'custom:Urgent',
      userId: null,
      status: 'logged',
      held: null,
      why: { filter: 'priority = Urgent', unchangedHours: expect.any(Number) },
    });
    expect(said[1]!.why).toMatchObject({ due: iso(MOMENT - 3 * DAY), overdueHours: 72 });
  });

  it('writes days in the zone of the schedule, and a day as that day', async () => {
    await task({ priority: 'Urgent', dueDate: '2027-12-24T23:30:00.000Z' });
    await task({ priority: 'Urgent', startDate: '2027-12-23T23:30:00.000Z', dueDate: '2027-12-24T00:00:00.000Z' });
    const schedule = { timezone: 'Europe/Berlin' };
    const said = await saidBy({ message: '{{task.start}} {{task.due}} {{hours.remaining}}' }, { schedule });
    expect(said.map(({ message }) => message)).toEqual(['– 2027-12-25 –', '2027-12-24 2027-12-24 –']);
  });

  it('speaks to each of its people who is active and reaches the project', async () => {
    const { owner, member, admin, viewer } = scanned.company;
    const gone = await createUser(owner, 'MEMBER', 'Gone');
    const one = await task({ priority: 'Urgent', assigneeId: member.id });
    await viewer.api.put(`/tasks/${one.id}/watch`);
    await gone.api.put(`/tasks/${one.id}/watch`);
    await owner.api.put(`/users/${gone.id}`, { active: false });
    const peopleOf = async (to: string) => (await saidBy({ to })).map(({ userId }) => userId);
    expect(new Set(await peopleOf('watchers'))).toEqual(new Set([member.id, owner.id, viewer.id]));
    expect(await peopleOf('assignee')).toEqual([member.id]);
    expect([await peopleOf('creator'), await peopleOf('leads'), await peopleOf('owner')]).toEqual(
      Array.from({ length: 3 }, () => [owner.id]),
    );
    expect(await peopleOf(`user:${admin.id}`)).toEqual([admin.id]);
    expect(await peopleOf('nobody')).toEqual([null]);
    await giveToTeam(scanned.service.database, scanned.project.id);
    expect(await peopleOf(`user:${viewer.id}`)).toEqual([]);
    expect(await peopleOf('assignee')).toEqual([]);
  });

  it('says a sentence of its type without a message, which names nobody to a customer', async () => {
    const { tid } = await task({ priority: 'Urgent', assigneeId: scanned.company.member.id });
    const [reminder] = await saidBy({ type: 'reminder', to: 'assignee' });
    expect(reminder!.message).toBe(`${tid} "Task": just a reminder (Urgent).`);
    const [told] = await saidBy({ type: 'reminder', to: 'assignee' }, { role: 'customer' });
    expect(told!.message).toBe(`${tid} "Task": please keep it in mind (Urgent).`);
  });

  it('asks nothing where nobody is found who must act', async () => {
    const { owner, member } = scanned.company;
    const { id, tid } = await task({ priority: 'Urgent', assigneeId: member.id });
    await owner.api.post(`/tasks/${id}/blockers`, { taskId: (await task()).id });
    await owner.api.delete(`/projects/${scanned.project.id}/members/${owner.id}`);
    const said = await saidBy({ type: 'chase', to: 'assignee' });
    expect(said).toMatchObject([{ userId: null, message: `${tid} "Task" is worth a look (Urgent).` }]);
  });

  it('is silent for its hours about the same task to the same person', async () => {
    const { owner, member } = scanned.company;
    const { id } = await task({ priority: 'Urgent', assigneeId: member.id });
    const colleague = await colleagueWith([{ ...RULE, to: 'assignee', type: 'reminder', repeatHours: 5 }]);
    const saidAt = async (moment: number) => (await atMoment(moment, () => scan(member, colleague))).actionsGenerated;
    expect([await saidAt(MOMENT), await saidAt(MOMENT + 5 * HOUR - 1), await saidAt(MOMENT + 5 * HOUR)]).toEqual([
      1, 0, 1,
    ]);
    expect((await historyOf(owner, colleague))[1]).toMatchObject({ byRule: {}, held: { repeat: 1 } });
    await owner.api.put(`/tasks/${id}`, { assigneeId: scanned.company.viewer.id });
    expect(await saidAt(MOMENT + 5 * HOUR + 1)).toBe(1);
  });

  it('speaks of 200 tasks at most, and says how many more there are', async () => {
    await addTasks(scanned.service.database, scanned.project.id, 203);
    const said = await saidBy({ filter: '', message: '{{task.tid}}' });
    const last = said.filter(({ message }) => message.includes('more'));
    expect([said.length, last.map(({ message }) => message.slice(-12))]).toEqual([200, [' And 3 more.']]);
  });

  it('counts exactly what is left, of tasks with somebody to speak to, beside what it said lately', async () => {
    const { owner, member } = scanned.company;
    const { database } = scanned.service;
    await addTasks(database, scanned.project.id, 204);
    const [made] = await database.rows<{ id: string }>(
      'UPDATE tasks SET created_by_id = $1 WHERE project_id = $2 RETURNING id',
      [owner.id, scanned.project.id],
    );
    await owner.api.delete(`/tasks/${made!.id}/watch`);
    const { id } = await task({ priority: 'Urgent', assigneeId: member.id });
    const all = {
      name: 'All',
      filter: 'not priority = Urgent',
      type: 'report',
      to: 'watchers',
      message: '{{task.tid}}',
    };
    const colleague = await colleagueWith([all, { ...RULE, to: 'assignee' }, { ...all, name: 'Mine', to: 'assignee' }]);
    const saidAt = async (moment: number) => {
      await atMoment(moment, () => scan(member, colleague));
      const left = (await actionsOf(owner, colleague)).filter(({ message }) => message.includes('more'));
      const [run] = await historyOf(owner, colleague);
      return [left.map(({ message }) => message.slice(-12)), run];
    };
    expect(await saidAt(MOMENT)).toMatchObject([
      [' And 3 more.'],
      { byRule: { 'custom:All': 200, 'custom:Urgent': 1 } },
    ]);
    await owner.api.put(`/tasks/${id}`, { assigneeId: owner.id });
    const second = { byRule: { 'custom:All': 3, 'custom:Urgent': 1 }, held: { repeat: 200 } };
    expect(await saidAt(MOMENT + HOUR)).toMatchObject([expect.any(Array), second]);
  });

  it('is silent while its part or itself is off, and while its filter is broken: then the run is partial', async () => {
    const { owner, member } = scanned.company;
    const { body: label } = await owner.api.post('/labels', { name: `Label ${MOMENT}` });
    await task({ priority: 'Urgent' });
    const broken = { ...RULE, name: 'Broken', filter: `not label = "${label.name}"` };
    const colleague = await colleagueWith([RULE, { ...RULE, name: 'Off', enabled: false }, broken]);
    await owner.api.delete(`/labels/${label.id}`);
    expect((await found(colleague)).rules[2]).toMatchObject({ broken: true, filter: 'not label = "(deleted)"' });
    await scan(member, colleague);
    expect((await historyOf(owner, colleague))[0]).toMatchObject({
      status: 'partial',
      byRule: { 'custom:Urgent': 1 },
      error: expect.stringMatching(/Broken$/),
    });
    const off = { settings: { ...quiet.settings, reporting: { enabled: false } } };
    expect(await saidBy({}, off)).toEqual([]);
  });

  it('sees what the owner of its colleague reaches, and nothing once they are inactive', async () => {
    const { owner, member } = scanned.company;
    const watcher = await createUser(owner, 'MEMBER', 'Watcher');
    await task({ priority: 'Urgent' });
    const colleague = await colleagueWith([RULE], { ownerId: watcher.id });
    expect((await scan(member, colleague)).actionsGenerated).toBe(1);
    const other = await colleagueWith([RULE], { ownerId: watcher.id });
    await giveToTeam(scanned.service.database, scanned.project.id);
    expect(await scan(member, other)).toMatchObject({ tasksScanned: 1, actionsGenerated: 0 });
    await owner.api.put(`/users/${watcher.id}`, { active: false });
    await scan(member, other);
    expect((await historyOf(owner, other))[0]).toMatchObject({
      status: 'partial',
      error: expect.stringContaining('Urgent'),
    });
  });
});

describe('switches of built-in rules', () => {
  it('turn rules on and off against the role; null brings the role’s back', async () => {
    const { owner, member } = scanned.company;
    await task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: member.id });
    const rules = { 'task.overdue': false, 'task.unassigned': true, 'task.unestimated': true, digest: false };
    const colleague = await createColleague(owner, { projectIds: [scanned.project.id], settings: { rules } });
    expect(colleague.settings).toMatchObject({ rules: { ...rules, 'task.blocked': true, 'task.delegate': false } });
    expect((await atMoment(MOMENT, () => scan(member, colleague))).actionsGenerated).toBe(0);
    const put = async (settings: object) =>
      (await owner.api.put<TestColleague>(`/virtual-colleagues/${colleague.id}`, { settings })).body.settings;
    expect(await put({ rules: { digest: null } })).toMatchObject({ rules: { ...rules, digest: true } });
    expect(await put({ rules: null })).toMatchObject({ rules: { 'task.overdue': true, 'task.unassigned': false } });
  });

  it('know the names of the rules alone', async () => {
    const input = { name: 'Steve', role: 'member', settings: { rules: { 'task.late': true } } };
    const answer = await scanned.company.owner.api.post('/virtual-colleagues', input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { 'settings.rules.task.late': 'Unknown field' }]);
  });

  it('have a customer name no people and no hours in any rule', async () => {
    const { owner, member } = scanned.company;
    const hours = { estimatedHours: 90, assigneeId: member.id };
    const dueDate = iso(MOMENT - 30 * HOUR);
    await task({ ...hours, dueDate });
    await task({ estimatedHours: 7, priority: 'Urgent' });
    const start = { startDate: iso(MOMENT - 9 * DAY), endDate: iso(MOMENT + 9 * DAY) };
    const { id: sprintId } = await scanned.startSprint(start);
    await task({ ...hours, sprintId });
    const all = [
      'task.overdue',
      'task.escalated',
      'task.unassigned',
      'task.delegate',
      'user.overloaded',
      'sprint.at_risk',
    ];
    const on = { enabled: true };
    const settings = {
      chase: on,
      reminder: on,
      escalation: { ...on, afterChases: 0 },
      rules: Object.fromEntries(all.map((name) => [name, true])),
    };
    const input = { role: 'customer', projectIds: [scanned.project.id], settings };
    const colleague = await createColleague(owner, input);
    await atMoment(MOMENT, () => scan(member, colleague));
    const said = await actionsOf(owner, colleague);
    expect(new Set(said.map(({ rule }) => rule))).toEqual(new Set([...all, 'digest']));
    for (const { message } of said) expect(message).not.toMatch(/Max|Olga|\bh\b|hour/);
  });
});

it('a foreign company finds no user of another to speak to', async () => {
  const foreign = await createCompany(scanned.service.api);
  const rules = [{ ...RULE, to: `user:${foreign.member.id}` }];
  const answer = await scanned.company.owner.api.post('/virtual-colleagues', { name: 'Steve', role: 'member', rules });
  expect(result(answer)[0]).toBe(404);
});
