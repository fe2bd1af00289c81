import { readFileSync } from 'node:fs';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let mia: { id: string; email: string; name: string };
const tasks: Record<string, TestTask> = {};

beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  const { member, admin } = company;
  mia = await createUser(company.owner, 'MEMBER', 'Mia Chen');
  const team = await createTeam(admin, [], { name: 'Web team' });
  project = await createProject(admin, { key: 'FIL', name: 'Filters', teamId: team.id });
  await admin.api.put(`/projects/${project.id}/members/${member.id}`);
  await admin.api.put(`/projects/${project.id}/members/${mia.id}`);
  const sprint = await createSprint(member, project.id, { name: 'Sprint 3' });
  await member.api.post(`/sprints/${sprint.id}/start`);
  const planned = await createSprint(member, project.id, { name: 'Sprint 4' });
  const epic = await createEpic(member, project.id, { name: 'Checkout' });
  const bug = await createLabel(member, { name: 'bug' });
  const ux = await createLabel(member, { name: 'UX, design' });
  const make = async (name: string, input: object) => {
    tasks[name] = await createTask(member, project.id, { title: name, ...input });
  };
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await make('plain', {});
  await make('late', {
    status: 'In Progress',
    priority: 'High',
    assigneeId: member.id,
    dueDate: at(-3 * HOUR),
    estimatedHours: 8,
    loggedHours: 2.5,
    sprintId: sprint.id,
    labelIds: [bug.id],
  });
  await make('soon', {
    status: 'To Do',
    priority: 'Urgent',
    assigneeId: mia.id,
    dueDate: at(2 * DAY),
    sprintId: planned.id,
    epicId: epic.id,
    labelIds: [bug.id, ux.id],
    description: 'A sign-in form with 100% of "quotes"',
  });
  await make('done', { status: 'Done', priority: 'Low', estimatedHours: 3, dueDate: at(-DAY) });
  await make('child', { parentId: tasks['late']?.id, status: 'Waiting for Ann', estimatedHours: 0 });
  await member.api.post(`/tasks/${tasks['plain']?.id}/blockers`, { taskId: tasks['soon']?.id });
  await member.api.post(`/tasks/${tasks['late']?.id}/comments`, { body: 'Hm' });
});
afterAll(() => service.stop());

const queryOf = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

/** The titles of the tasks that match, or the error. */
async function found(filter: string, { api } = company.member): Promise<unknown> {
  const { status, body } = await api.get(
    `/tasks?${queryOf({ filter, projectId: project.id, sortBy: 'rank', sortOrder: 'asc' })}`,
  );
  return status === 200 ? body.map(({ title }: TestTask) => title) : body.error;
}

describe('GET /tasks?filter=', () => {
  it.each<[filter: string, titles: string]>([
    ['', 'plain late soon done child'],
    ['project = FIL', 'plain late soon done child'],
    ['project = filters', 'plain late soon done child'],
    ['team = "web team"', 'plain late soon done child'],
    ['team is empty', ''],
    ['tid = fil-2', 'late'],
    ['key in (FIL-2, FIL-99)', 'late'],
    ['tid != FIL-2', 'plain soon done child'],
    ['status = "to do"', 'soon'],
    ['status in ("To Do", "Waiting for Ann")', 'soon child'],
    ['status ~ wait', 'child'],
    ['status = "WAITING FOR ann"', 'child'],
    ['status not in ("waiting for ann", done)', 'plain late soon'],
    ['status != Done', 'plain late soon child'],
    ['priority >= High', 'late soon'],
    ['priority < low', 'plain child'],
    ['priority != High', 'plain soon done child'],
    ['assignee = me', 'late'],
    ['assignee = "mia chen"', 'soon'],
    ['assignee != me', 'plain soon done child'],
    ['assignee is empty', 'plain done child'],
    ['assignee not in (me, "Mia Chen")', 'plain done child'],
    ['creator = me', 'plain late soon done child'],
    ['sprint = active', 'late'],
    ['sprint in (active, planned)', 'late soon'],
    ['sprint = "Sprint 4"', 'soon'],
    ['sprint is empty', 'plain done child'],
    ['epic = checkout', 'soon'],
    ['label = bug', 'late soon'],
    ['label != bug', 'plain done child'],
    ['label in (bug, "ux, design")', 'late soon'],
    ['label not in ("UX, design")', 'plain late done child'],
    ['labels is empty', 'plain done child'],
    ['parent = FIL-2', 'child'],
    ['subtask', 'child'],
    ['title = LATE', 'late'],
    ['title ~ "o"', 'soon done'],
    ['description ~ "100% OF"', 'soon'],
    ['description ~ "%x"', ''],
    ['description is empty', 'plain late done child'],
    ['text ~ "FORM sign"', 'soon'],
    ['text !~ "FORM sign"', 'plain late done child'],
    ['due < now', 'late done'],
    ['due is empty', 'plain child'],
    ['not due is empty', 'late soon done'],
    ['due > now+1d and due < +3d', 'soon'],
    ['due >= today-2d and due <= today+7d', 'late soon done'],
    ['created = today', 'plain late soon done child'],
    ['created < 2020-01-01', ''],
    ['due <= 9999-12-31', 'late soon done'],
    ['due = 9999-12-31', ''],
    ['due >= 0001-01-03', 'late soon done'],
    ['completed = today', 'done'],
    ['completed is empty', 'plain late soon child'],
    ['estimate > 2', 'late done'],
    ['not estimate > 2', 'plain soon child'],
    ['estimate <= 3', 'done child'],
    ['points is empty', 'plain soon'],
    ['logged = 2.5', 'late'],
    ['remaining = 5.5', 'late'],
    ['remaining is empty', 'plain soon'],
    ['blocked', 'plain'],
    ['blocked = false', 'late soon done child'],
    ['overdue', 'late'],
    ['not done', 'plain late soon child'],
    ['external is empty', 'plain late soon done child'],
    ['external = jira:WEB-12', ''],
    ['external != jira:WEB-12 done', 'done'],
    ['comments > 0', 'late'],
    ['subtasks >= 1', 'late'],
    ['status = Done or (assignee = me and priority = High)', 'late done'],
    ['not (status = Done or assignee = me)', 'plain soon child'],
    [`label = ${UNKNOWN_ID}`, ''],
    [`label != ${UNKNOWN_ID}`, 'plain late soon done child'],
  ])('%s', async (filter, titles) => {
    expect(await found(filter)).toEqual(titles.split(' ').filter(Boolean));
  });

  it('finds people by e-mail and names by id', async () => {
    expect(await found(`assignee = ${mia.email}`)).toEqual(['soon']);
    expect(await found(`assignee in (${mia.id}, me)`)).toEqual(['late', 'soon']);
  });

  it('goes with other parameters, pages, cursors and CSV', async () => {
    const { api } = company.member;
    const query = `projectId=${project.id}&filter=not%20done`;
    const page = await api.get(`/tasks?${query}&priority=High&page=1`);
    expect([page.body.data.length, page.body.meta.pagination.total]).toEqual([1, 1]);
    const cursor = await api.get(`/tasks?${query}&cursor=&limit=3`);
    const rest = await api.get(`/tasks?${query}&cursor=${cursor.body.meta.next}&limit=3`);
    expect([cursor.body.data.length, rest.body.data.length]).toEqual([3, 1]);
    const other = await api.get(`/tasks?projectId=${project.id}&filter=done&cursor=${cursor.body.meta.next}`);
    expect(other.status).toBe(400);
  });

  it.each([
    ['asignee = me', 'Column 1: unknown field "asignee"; did you mean "assignee"?'],
    ['label = bugg', 'Column 9: no label is called "bugg"; did you mean "bug"?'],
    ['assignee = "Mia Chan"', 'Column 12: no user is called "Mia Chan"; did you mean "Mia Chen"?'],
    [
      'assignee = "Nobody Here"',
      'Column 12: no user is called "Nobody Here"; a user stands here as me or by name, e-mail or id',
    ],
    ['sprint = activ', 'Column 10: no sprint is called "activ"; did you mean "active"?'],
    ['project = nothing', 'Column 11: no project is called "nothing"; a project stands here by key, name or id'],
    ['tid = nothing', 'Column 7: "nothing" is no tid such as WEB-12 and no id'],
  ])('refuses %s', async (filter, message) => {
    const answer = await company.member.api.get(`/tasks?${queryOf({ filter })}`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { filter: message }]);
  });

  it('knows no names of other companies, nor of projects out of reach', async () => {
    expect(await found('label = bug', stranger.member)).toMatchObject({
      details: { filter: expect.stringMatching(/^Column 9: no label is called "bug"/) },
    });
    const hidden = await createProject(company.admin, { key: 'HID' });
    await createSprint(company.admin, hidden.id, { name: 'Secret sprint' });
    await giveToTeam(service.database, hidden.id);
    expect(await found('sprint = "Secret sprint"', company.admin)).toEqual([]);
    expect(await found('sprint = "Secret sprint"')).toMatchObject({
      details: { filter: expect.stringMatching(/^Column 10: no sprint is called "Secret sprint"/) },
    });
    expect(await found('tid = HID-1')).toEqual([]);
  });

  it('has a day in the zone of who asks, and midnight UTC as that day everywhere', async () => {
    const zoned = await createUser(company.owner, 'ADMIN', 'Zoe Zone');
    const { api } = zoned;
    await api.put('/me', { timezone: 'Pacific/Kiritimati' });
    const own = await createProject(zoned, { key: 'ZON' });
    const day = await createTask(zoned, own.id, { title: 'day', dueDate: '2026-12-24' });
    const moment = await createTask(zoned, own.id, { title: 'moment', dueDate: '2026-12-23T11:00:00Z' });
    const at = async (filter: string) => {
      const { body } = await api.get(
        `/tasks?${queryOf({ filter, projectId: own.id, sortBy: 'rank', sortOrder: 'asc' })}`,
      );
      return body.map(({ id }: TestTask) => id);
    };
    // There 11:00 UTC is one o'clock of the next day.
    expect(await at('due = 2026-12-24')).toEqual([day.id, moment.id]);
    expect(await at('due >= 0001-01-03')).toEqual([day.id, moment.id]);
    expect(await at('due < 2026-12-24')).toEqual([]);
    expect(await at('due > 2026-12-23')).toEqual([day.id, moment.id]);
    expect(await at('due <= 2026-12-24')).toEqual([day.id, moment.id]);
    await api.put('/me', { timezone: 'Pacific/Pago_Pago' });
    expect(await at('due = 2026-12-24')).toEqual([day.id]);
    expect(await at('due = 2026-12-23')).toEqual([moment.id]);
    expect(await at('due <= 9999-12-31')).toEqual([day.id, moment.id]);
    const begun = await createTask(zoned, own.id, { title: 'begun', startDate: '2026-12-24' });
    expect(await at('start = 2026-12-24')).toEqual([begun.id]);
    expect(await at('start < 2026-12-24')).toEqual([]);
    expect(await at('start is empty')).toEqual([day.id, moment.id]);
    const groups = await api.get(`/tasks/groups?by=startDay,startWeek&projectId=${own.id}`);
    expect(groups.body.map(({ keys }: { keys: { id: string | null }[] }) => keys.map(({ id }) => id))).toEqual([
      ['2026-12-24', '2026-12-21'],
      [null, null],
    ]);
  });
});

describe('POST /filters/check', () => {
  it('gives canonical text and how many tasks match', async () => {
    const { api } = company.viewer;
    const answer = await api.post('/filters/check', { filter: 'LABEL:bug is:open' });
    expect([answer.status, answer.body]).toEqual([200, { filter: 'label = bug and not done', tasks: 0 }]);
    const { body } = await company.member.api.post('/filters/check', {
      filter: `assignee = ${mia.email} ${tasks['late']?.tid && 'or parent = fil-2'}`,
      projectId: project.id,
    });
    expect(body).toEqual({ filter: 'assignee = "Mia Chen" or parent = FIL-2', tasks: 2 });
    const none = await company.member.api.post('/filters/check', { filter: '', projectId: project.id });
    expect(none.body).toEqual({ filter: '', tasks: 5 });
  });

  it.each([
    [{}, { filter: 'Required' }],
    [{ filter: 7 }, { filter: 'Expected string' }],
    [{ filter: 'done', projectId: 'x' }, { projectId: 'Invalid uuid' }],
    [{ filter: 'done and' }, { filter: 'Column 9: expected a field, found the end' }],
  ])('refuses %j', async (body, details) => {
    expect(refusalOf(await company.member.api.post('/filters/check', body))).toEqual([
      400,
      'VALIDATION_ERROR',
      details,
    ]);
  });

  it('finds no project of another company', async () => {
    const { status, body } = await stranger.member.api.post('/filters/check', {
      filter: 'done',
      projectId: project.id,
    });
    expect([status, body]).toEqual([404, { error: 'Project not found' }]);
  });
});

describe('GET /filter-fields', () => {
  it('says what each field takes, in the order of the specification', async () => {
    const { body } = await company.viewer.api.get('/filter-fields');
    expect(body.map(({ name }: { name: string }) => name).join(' ')).toBe(
      'project team tid status priority assignee creator sprint epic label parent title description text due created ' +
        'updated completed estimate logged remaining blocked done overdue subtask comments subtasks watcher delegate ' +
        'work attachments external archived promised duplicate code start recurrence',
    );
    expect(body[4]).toEqual({
      name: 'priority',
      aliases: [],
      type: 'enum',
      operators: ['=', '!=', '<', '<=', '>', '>=', 'in'],
      values: ['None', 'Low', 'Medium', 'High', 'Urgent'],
      description: expect.any(String),
      example: 'priority >= High',
    });
  });
});

describe('GET /tasks/groups', () => {
  const groups = async (query: string) => {
    const { status, body } = await company.member.api.get(`/tasks/groups?projectId=${project.id}&${query}`);
    return status === 200
      ? body.map(({ keys, tasks: count }: { keys: { name: string | null }[]; tasks: number }) => [
          ...keys.map(({ name }) => name),
          count,
        ])
      : body.error.details;
  };

  it('counts by one or two keys, in their order, unset last', async () => {
    expect(await groups('by=status')).toEqual([
      ['Backlog', 1],
      ['To Do', 1],
      ['In Progress', 1],
      ['Done', 1],
      ['Waiting for Ann', 1],
    ]);
    expect(await groups('by=priority,assignee')).toEqual([
      ['Urgent', 'Mia Chen', 1],
      ['High', company.member.name, 1],
      ['Low', null, 1],
      ['None', null, 2],
    ]);
    expect(await groups('by=label&filter=priority%20>=%20High')).toEqual([
      ['bug', 2],
      ['UX, design', 1],
    ]);
    expect(await groups('by=parent')).toEqual([
      ['late', 1],
      [null, 4],
    ]);
    expect(await groups('by=delegate')).toEqual([[null, 5]]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await groups('by=createdDay,team')).toEqual([[today, 'Web team', 5]]);
    expect(await groups('by=completedDay')).toEqual([
      [today, 1],
      [null, 4],
    ]);
  });

  it('orders sprints by the day of their start, planned or real, those without one last', async () => {
    const { member, admin } = company;
    const { id } = await createProject(admin, { name: 'Sprints in order' });
    const day = (days: number) => new Date(Date.now() + days * DAY).toISOString();
    for (const [name, dates, isStarted] of [
      ['A to come', {}, false],
      ['B later', { startDate: day(14) }, false],
      ['Y now', {}, true],
      ['Z before', { startDate: day(-14) }, false],
    ] as const) {
      const sprint = await createSprint(member, id, { name, ...dates });
      if (isStarted) await member.api.post(`/sprints/${sprint.id}/start`);
      await createTask(member, id, { sprintId: sprint.id });
    }
    await createTask(member, id);
    const { body } = await member.api.get<{ keys: { name: string | null }[] }[]>(
      `/tasks/groups?projectId=${id}&by=sprint`,
    );
    expect(body.map(({ keys }) => keys[0]?.name)).toEqual([...['Z before', 'Y now', 'B later', 'A to come', null]]);
  });

  it('adds up hours', async () => {
    const { body } = await company.member.api.get(`/tasks/groups?projectId=${project.id}&by=project`);
    expect(body).toEqual([
      {
        keys: [{ id: project.id, name: 'Filters' }],
        tasks: 5,
        done: 1,
        estimatedHours: 11,
        loggedHours: 2.5,
        remainingHours: 5.5,
      },
    ]);
  });

  it.each([
    ['', { by: 'Required' }],
    ['by=status,priority,label', { by: expect.stringMatching(/^Must be one or two different ones of: status/) }],
    ['by=status,status', { by: expect.stringMatching(/^Must be one or two different ones of: status/) }],
    ['by=color', { by: expect.stringMatching(/^Must be one of: status/) }],
    ['by=status&page=1', { page: 'Unknown parameter' }],
    ['by=status&sortBy=title', { sortBy: 'Unknown parameter' }],
    ['by=status&filter=x', { filter: expect.stringMatching(/^Column 1: unknown field "x"/) }],
  ])('refuses %s', async (query, details) => {
    expect(await groups(query)).toEqual(details);
  });
});

describe('docs/filters.md', () => {
  const examples = [...readFileSync('docs/filters.md', 'utf8').matchAll(/^\| `([^`]+)` +\|/gm)].map(([, text]) => text);

  it('has its examples, each of which the service takes', async () => {
    expect(examples.length).toBeGreaterThan(20);
    await createLabel(company.member, { name: 'wontfix' });
    for (const filter of examples) {
      const { status, body } = await company.member.api.post('/filters/check', { filter });
      expect([filter, status, body.error?.details]).toEqual([filter, 200, undefined]);
    }
  });
});
