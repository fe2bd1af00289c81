import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { ARCHIVED, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { atMoment, DAY, iso } from '../../support/clock.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner, { key: 'TPL' });
});
afterAll(() => service.stop());

const make = (templateId: string, input: object = {}, api: Api = company.member.api) =>
  api.post('/tasks', { templateId, projectId: project.id, ...input });
const read = async (id: string) => (await company.viewer.api.get(`/tasks/${id}`)).body;

it('makes the task and its subtasks, with an event each', async () => {
  const label = await createLabel(company.owner);
  const field = await createField(company.admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
  const { id } = await createTemplate(company.member, project.id, {
    task: {
      title: 'Release',
      description: 'All of it',
      status: 'to do',
      priority: 'High',
      estimatedHours: 8,
      assigneeId: 'creator',
      labelIds: [label.id],
      custom: { [field.key]: 'Major' },
    },
    subtasks: [
      { title: 'Build', assigneeId: 'parent' },
      { title: 'Announce', assigneeId: company.admin.id, labelIds: [label.id] },
    ],
  });
  const { status, body } = await make(id);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      title: 'Release',
      description: 'All of it',
      status: 'To Do',
      priority: 'High',
      estimatedHours: 8,
      assigneeId: company.member.id,
      createdById: company.member.id,
      custom: { [field.key]: 'Major' },
      subtasks: [
        { id: expect.any(String), tid: expect.stringMatching(/^TPL-/), title: 'Build' },
        { id: expect.any(String), tid: expect.stringMatching(/^TPL-/), title: 'Announce' },
      ],
      omitted: [],
    }),
  ]);
  const [build, announce] = await Promise.all(body.subtasks.map((task: { id: string }) => read(task.id)));
  expect([build.parentId, build.assigneeId]).toEqual([body.id, company.member.id]);
  expect([announce.parentId, announce.assigneeId, announce.labels]).toMatchObject([
    body.id,
    company.admin.id,
    [{ id: label.id }],
  ]);
  const ids = [body.id, build.id, announce.id];
  const events = (await eventsOf(service.database, project.id)).filter(({ data }) =>
    ids.includes(data['id'] as string),
  );
  expect(events.filter(({ name }) => name === 'task.created').map(({ data }) => data['id'])).toEqual(ids);
});

it('lets what is given win', async () => {
  const [first, second] = [await createLabel(company.owner), await createLabel(company.owner)];
  const [size, risk] = [
    await createField(company.admin, 'Size', 'number'),
    await createField(company.admin, 'Risk', 'text'),
  ];
  const { id } = await createTemplate(company.member, project.id, {
    task: {
      title: 'Of the template',
      description: 'So',
      priority: 'High',
      assigneeId: company.admin.id,
      labelIds: [first.id],
      dueIn: { days: 1 },
      custom: { [size.key]: 1, [risk.key]: 'low' },
    },
  });
  const { body } = await make(id, {
    title: 'Its own {{date}}',
    description: null,
    priority: null,
    assigneeId: null,
    labelIds: [second.id],
    dueDate: '2026-12-24',
    custom: { [size.key]: 2 },
  });
  expect(body).toMatchObject({
    title: 'Its own {{date}}',
    description: null,
    priority: 'None',
    assigneeId: null,
    dueDate: '2026-12-24T00:00:00.000Z',
    custom: { [size.key]: 2, [risk.key]: 'low' },
    omitted: [],
  });
  expect((await read(body.id)).labels).toMatchObject([{ id: second.id }]);
  const without = (await make(id, { custom: { [risk.key]: null }, dueDate: null })).body;
  expect([without.custom, without.dueDate]).toEqual([{ [size.key]: 1 }, null]);
  expect((await make(id, { custom: null })).body.custom).toEqual({});
});

it('counts dates from the day of the caller', async () => {
  const author = await createUser(company.owner, 'MEMBER');
  await author.api.put('/me', { timezone: 'Pacific/Auckland' });
  const { id } = await createTemplate(company.member, project.id, {
    task: { title: '{{date}} {{n}} {{other}}', description: 'On {{date}}', dueIn: { days: 3 } },
    subtasks: [{ title: 'Below {{date}}', dueIn: { days: 0, time: '09:00' } }],
  });
  const now = Date.now();
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' });
  const today = local.format(now);
  const { body } = await atMoment(now, () => make(id, {}, author.api));
  expect(body).toMatchObject({
    title: `${today} {{n}} {{other}}`,
    description: `On ${today}`,
    dueDate: iso(Date.parse(today) + 3 * DAY),
    subtasks: [{ title: `Below ${today}` }],
  });
  const { dueDate } = await read(body.subtasks[0].id);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', timeStyle: 'short' });
  const due = Date.parse(dueDate);
  expect([local.format(due), clock.format(due)]).toEqual([today, '09:00']);
});

it('leaves out what is gone or does not fit, and names it', async () => {
  const own = await createProject(company.owner);
  const person = await createUser(company.owner, 'MEMBER');
  const [kept, gone] = [await createLabel(company.owner), await createLabel(company.owner)];
  const [sprint, epic] = [await createSprint(company.owner, own.id), await createEpic(company.owner, own.id)];
  const field = await createField(company.admin, 'Going', 'text');
  const stays = await createField(company.admin, 'Staying', 'text');
  const { id } = await createTemplate(company.member, own.id, {
    task: {
      title: 'Made',
      assigneeId: person.id,
      sprintId: sprint.id,
      epicId: epic.id,
      labelIds: [kept.id, gone.id],
      custom: { [field.key]: 'a', [stays.key]: 'b' },
    },
    subtasks: [{ title: 'a' }, { title: 'b', assigneeId: 'parent' }, { title: 'c', labelIds: [gone.id] }],
  });
  await company.owner.api.put(`/users/${person.id}`, { active: false });
  await company.owner.api.post(`/sprints/${sprint.id}/cancel`);
  await company.owner.api.delete(`/epics/${epic.id}`);
  await company.owner.api.delete(`/labels/${gone.id}`);
  await company.admin.api.put(`/fields/${field.id}`, { archived: true });
  const { status, body } = await make(id, { projectId: own.id });
  expect(status).toBe(201);
  expect(body.omitted).toEqual([
    'assigneeId',
    'sprintId',
    'epicId',
    'labelIds',
    `custom.${field.key}`,
    'subtasks.2.labelIds',
  ]);
  expect(body).toMatchObject({ assigneeId: null, sprintId: null, epicId: null, custom: { [stays.key]: 'b' } });
  expect((await read(body.id)).labels).toMatchObject([{ id: kept.id }]);
  expect(body.subtasks).toHaveLength(3);
  expect((await make(id, { projectId: own.id, assigneeId: company.admin.id })).body.omitted).not.toContain(
    'assigneeId',
  );
});

it('refuses templates that are not there for the project', async () => {
  const other = await createProject(company.owner);
  const elsewhere = await createTemplate(company.owner, other.id);
  expect(refusalOf(await make(elsewhere.id))).toEqual([
    400,
    'VALIDATION_ERROR',
    { templateId: 'Must be a template of the project or of the company' },
  ]);
  await giveToTeam(service.database, other.id);
  const foreign = await createTemplate(stranger.owner, null);
  for (const id of [UNKNOWN_ID, elsewhere.id, foreign.id]) {
    expect(refusalOf(await make(id))).toEqual([404, 'NOT_FOUND', 'Template not found']);
  }
  expect(result(await make(UNKNOWN_ID, { projectId: UNKNOWN_ID }))).toEqual([404, { error: 'Project not found' }]);
  expect(refusalOf(await make('x'))).toEqual([400, 'VALIDATION_ERROR', { templateId: 'Invalid uuid' }]);
  const without = await company.member.api.post('/tasks', { projectId: project.id });
  expect(refusalOf(without)).toEqual([400, 'VALIDATION_ERROR', { title: 'Required' }]);
  const bulk = await company.member.api.post('/tasks/bulk-create', {
    tasks: [{ title: 'a', projectId: project.id, templateId: UNKNOWN_ID }],
  });
  expect(refusalOf(bulk)).toEqual([400, 'VALIDATION_ERROR', { 'tasks.0.templateId': 'Unknown field' }]);
});

it('makes nothing when the body does not fit, or the project is archived', async () => {
  const own = await createProject(company.owner);
  const { id } = await createTemplate(company.owner, null, { task: { title: 'Made' }, subtasks: [{ title: 'Below' }] });
  const count = async () => (await company.owner.api.get(`/projects/${own.id}`)).body.taskCount;
  expect(refusalOf(await make(id, { projectId: own.id, epicId: UNKNOWN_ID }))).toEqual([
    404,
    'NOT_FOUND',
    'Epic not found',
  ]);
  expect(await count()).toBe(0);
  await company.owner.api.post(`/projects/${own.id}/archive`);
  expect(refusalOf(await make(id, { projectId: own.id }))).toEqual(ARCHIVED);
  await company.owner.api.post(`/projects/${own.id}/unarchive`);
  expect((await make(id, { projectId: own.id })).status).toBe(201);
  expect(await count()).toBe(2);
});

it('is for an agent, too, and not for a VIEWER', async () => {
  const agent = await createAgent(company.owner, 'Otto', { projectIds: [project.id] });
  const { id } = await createTemplate(company.owner, null, { subtasks: [{ title: 'Below' }] });
  expect((await make(id, {}, agent.api)).body.subtasks).toHaveLength(1);
  expect((await make(id, {}, company.viewer.api)).status).toBe(403);
});

it('is made once for an Idempotency-Key', async () => {
  const { id } = await createTemplate(company.owner, project.id, { subtasks: [{ title: 'Below' }] });
  const once = () =>
    company.member.api.post(
      '/tasks',
      { templateId: id, projectId: project.id },
      { headers: { 'Idempotency-Key': 'one' } },
    );
  const [first, second] = [await once(), await once()];
  expect([second.status, second.body]).toEqual([first.status, first.body]);
});

it('is made by agents over MCP, by the name of the template', async () => {
  const mcp = await McpAgent.connect(service, company.member.token);
  await createTemplate(company.owner, project.id, { name: 'Of MCP', subtasks: [{ title: 'Below' }] });
  const { task } = await mcp.get('save_task', { project: 'TPL', template: 'of mcp', priority: 'High' });
  expect(task).toMatchObject({ title: 'Made', priority: 'High', subtasks: [{ title: 'Below' }], omitted: [] });
  expect(await mcp.refusal('save_task', { project: 'TPL', template: 'Nothing' })).toContain('no template called');
  expect(await mcp.refusal('save_task', { task: task.tid, template: 'Of MCP' })).toContain('leave out "task"');
});
