import { randomUUID } from 'node:crypto';
import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createTemplate, type TestTemplate } from '../../factories/template.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { dayIn } from '../../support/clock.js';
import { companyEventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Template not found'];
const TAKEN = [409, 'CONFLICT', 'A template of that name already exists'];
const invalid = (details: object) => [400, 'VALIDATION_ERROR', details];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner, { key: 'TPL' });
});
afterAll(() => service.stop());

const post = (input: object, { api }: { api: Api } = company.member) => api.post<TestTemplate>('/templates', input);
const put = ({ id }: Pick<TestTemplate, 'id'>, input: object, { api } = company.member) =>
  api.put<TestTemplate>(`/templates/${id}`, input);
const names = async (query = '', { api } = company.viewer) =>
  (await api.get<TestTemplate[]>(`/templates${query}`)).body.map(({ name }) => name);

describe('POST /templates', () => {
  it('keeps a template as it was given, which all roles read', async () => {
    const label = await createLabel(company.owner);
    const task = {
      title: 'Report of {{month}}',
      description: 'For {{date}}',
      priority: 'High',
      assigneeId: 'creator',
      labelIds: [label.id],
      dueIn: { days: 3, time: '09:30' },
    };
    const subtasks = [{ title: 'Figures', assigneeId: 'parent', dueIn: { days: 0 } }];
    const { status, body } = await post({ name: ' Report ', projectId: project.id, task, subtasks });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Report',
        description: null,
        projectId: project.id,
        task,
        subtasks,
        createdById: company.member.id,
        createdAt: body.updatedAt,
        updatedAt: expect.any(String),
      },
    ]);
    expect(result(await company.viewer.api.get(`/templates/${body.id}`))).toEqual([200, body]);
    expect(refusalOf(await stranger.owner.api.get(`/templates/${body.id}`))).toEqual(NOT_FOUND);
    const events = await companyEventsOf(service.database, company.id);
    expect(events.filter(({ data }) => data['id'] === body.id)).toEqual([]);
  });

  it('is for MEMBERs, of the company for ADMIN and OWNER, and for no key of an agent', async () => {
    const task = { title: 'Made' };
    const input = { name: 'Of a role', projectId: project.id, task };
    const agent = await createAgent(company.owner, 'Otto', { projectIds: [project.id] });
    for (const who of [company.viewer, agent]) expect(result(await post(input, who))).toEqual(FORBIDDEN);
    expect(result(await post({ name: 'Of all', task }))).toEqual(FORBIDDEN);
    const { body: own } = await post({ name: 'Of all', task }, company.admin);
    expect(own).toMatchObject({ projectId: null, subtasks: [] });
    expect(result(await put(own, { name: 'Other' }))).toEqual(FORBIDDEN);
    expect(result(await company.member.api.delete(`/templates/${own.id}`))).toEqual(FORBIDDEN);
    expect((await put(own, { name: 'Of everybody' }, company.owner)).status).toBe(200);
    expect(result(await agent.api.put(`/templates/${own.id}`, { name: 'Mine' }))).toEqual(FORBIDDEN);
    expect((await agent.api.get(`/templates/${own.id}`)).status).toBe(200);
    expect((await company.admin.api.delete(`/templates/${own.id}`)).status).toBe(204);
  });

  it('has one of a name in a project, whatever its case', async () => {
    const other = await createProject(company.owner);
    const input = { name: 'Élan', projectId: project.id, task: { title: 'Made' } };
    const { body } = await post(input);
    expect(refusalOf(await post({ ...input, name: 'ÉLAN' }))).toEqual(TAKEN);
    expect((await post({ ...input, projectId: other.id })).status).toBe(201);
    expect((await post({ name: 'Élan', task: input.task }, company.admin)).status).toBe(201);
    expect(refusalOf(await post({ name: 'élan', task: input.task }, company.admin))).toEqual(TAKEN);
    const second = await createTemplate(company.member, project.id);
    expect(refusalOf(await put(second, { name: 'éLAN' }))).toEqual(TAKEN);
    expect((await put(body, { name: 'éLAN' })).body.name).toBe('éLAN');
  });

  it('checks ids as POST /tasks does', async () => {
    const elsewhere = await createProject(company.owner);
    const sprint = await createSprint(company.owner, elsewhere.id);
    const epic = await createEpic(company.owner, elsewhere.id);
    const of = (input: object) => ({ name: 'Checked', projectId: project.id, ...input });
    const refused = async (input: object) => refusalOf(await post(of(input)));
    expect(await refused({ task: { title: 'Made', sprintId: sprint.id } })).toEqual(
      invalid({ 'task.sprintId': 'Must be a sprint of the same project' }),
    );
    const subtasks = [{ title: 'a' }, { title: 'b' }, { title: 'c', epicId: epic.id }];
    expect(await refused({ task: { title: 'Made' }, subtasks })).toEqual(
      invalid({ 'subtasks.2.epicId': 'Must be an epic of the same project' }),
    );
    expect(await refused({ task: { title: 'Made', assigneeId: UNKNOWN_ID } })).toEqual([
      404,
      'NOT_FOUND',
      'User not found',
    ]);
    expect(await refused({ task: { title: 'Made', labelIds: [UNKNOWN_ID] } })).toEqual([
      404,
      'NOT_FOUND',
      'Label not found',
    ]);
    expect(await refused({ task: { title: 'Made', custom: { nothing: 1 } } })).toEqual(
      invalid({ 'task.custom.nothing': expect.stringContaining('Unknown field') }),
    );
    const description = Array.from({ length: 51 }, () => `[@Somebody](user:${randomUUID()})`).join(' ');
    for (const projectId of [project.id, null]) {
      const many = of({ projectId, task: { title: 'Made', description } });
      expect(refusalOf(await post(many, company.admin))).toEqual(
        invalid({ 'task.description': 'At most 50 mentions' }),
      );
    }
    const ended = await createSprint(company.owner, project.id);
    await company.owner.api.post(`/sprints/${ended.id}/cancel`);
    expect((await refused({ task: { title: 'Made', sprintId: ended.id } })).slice(0, 2)).toEqual([409, 'CONFLICT']);
    expect(result(await post(of({ projectId: UNKNOWN_ID, task: { title: 'Made' } })))).toEqual([
      404,
      { error: 'Project not found' },
    ]);
  });

  it('of the company has neither sprint nor epic, and people who are active', async () => {
    const sprint = await createSprint(company.owner, project.id);
    const gone = await createUser(company.owner, 'MEMBER');
    await company.owner.api.put(`/users/${gone.id}`, { active: false });
    const field = await createField(company.admin, 'Only there', 'text', { projectIds: [project.id] });
    const of = (task: object) => post({ name: 'For all', task: { title: 'Made', ...task } }, company.admin);
    const none = 'A template of the company has none';
    expect(refusalOf(await of({ sprintId: sprint.id }))).toEqual(invalid({ 'task.sprintId': none }));
    expect(refusalOf(await of({ epicId: UNKNOWN_ID }))).toEqual(invalid({ 'task.epicId': none }));
    expect(refusalOf(await of({ assigneeId: gone.id }))).toEqual([404, 'NOT_FOUND', 'User not found']);
    expect(refusalOf(await of({ custom: { [field.key]: 7 } }))).toEqual(
      invalid({ [`task.custom.${field.key}`]: 'Expected string' }),
    );
    const task = { assigneeId: company.viewer.id, custom: { [field.key]: 'Here' } };
    expect((await of(task)).body.task).toMatchObject(task);
  });

  it.each<[object, object]>([
    [{}, { name: 'Required', task: 'Required' }],
    [{ name: 'a', task: {} }, { 'task.title': 'Required' }],
    [{ name: 'a', task: { title: 'a', assigneeId: 'parent' } }, { 'task.assigneeId': 'Must be a uuid or creator' }],
    [{ name: 'a', task: { title: 'a', dueIn: { days: 367 } } }, { 'task.dueIn.days': 'Must be from 0 to 366' }],
    [{ name: 'a', task: { title: 'a', dueDate: '2026-12-24' } }, { 'task.dueDate': 'Unknown field' }],
    [{ name: 'a', task: { title: 'a', parentId: UNKNOWN_ID } }, { 'task.parentId': 'Unknown field' }],
    [
      { name: 'a', task: { title: 'a' }, subtasks: Array.from({ length: 51 }, () => ({ title: 'b' })) },
      { subtasks: 'Must hold 0 to 50' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await post(input))).toEqual(invalid(details));
  });
});

describe('GET /templates', () => {
  it('lists by name those of the company and of projects in reach', async () => {
    const own = await createProject(company.owner, { name: 'Listed' });
    const hidden = await createProject(company.owner, { name: 'Hidden' });
    await createTemplate(company.owner, own.id, { name: 'list b' });
    await createTemplate(company.owner, null, { name: 'List A' });
    const template = await createTemplate(company.owner, hidden.id, { name: 'List 0' });
    await giveToTeam(service.database, hidden.id);
    const listed = async (query: string, who = company.viewer) =>
      (await names(query, who)).filter((name) => /^list/i.test(name));
    expect(await listed('')).toEqual(['List A', 'list b']);
    expect(await listed('', company.admin)).toEqual(['List 0', 'List A', 'list b']);
    expect(await listed(`?projectId=${own.id}`)).toEqual(['List A', 'list b']);
    expect(await listed(`?projectId=${project.id}`)).toEqual(['List A']);
    expect(await listed(`?projectId=${hidden.id}`)).toEqual(['List A']);
    expect(refusalOf(await company.member.api.get(`/templates/${template.id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await put(template, { name: 'Mine' }))).toEqual(NOT_FOUND);
    expect(refusalOf(await company.member.api.delete(`/templates/${template.id}`))).toEqual(NOT_FOUND);
    expect(await names('', stranger.viewer)).toEqual([]);
  });
});

describe('PUT /templates/{id}', () => {
  it('replaces the content as a whole, and says in the audit log what has changed', async () => {
    const template = await createTemplate(company.member, project.id, {
      task: { title: 'Before', priority: 'High' },
      subtasks: [{ title: 'One' }, { title: 'Two' }],
    });
    const { body } = await put(template, {
      task: { title: 'After' },
      subtasks: [{ title: 'Three' }],
      description: 'So',
    });
    expect(body).toEqual({
      ...template,
      description: 'So',
      task: { title: 'After' },
      subtasks: [{ title: 'Three' }],
      updatedAt: body.updatedAt,
    });
    expect((await put(template, { task: { title: 'After' } })).body).toEqual(body);
    expect((await company.member.api.delete(`/templates/${template.id}`)).status).toBe(204);
    expect(refusalOf(await company.owner.api.get(`/templates/${template.id}`))).toEqual(NOT_FOUND);
    const { body: log } = await company.owner.api.get<{ action: string; changes: object | null }[]>(
      `/audit-log?targetId=${template.id}`,
    );
    expect(log.map(({ action }) => action)).toEqual(['template.deleted', 'template.changed', 'template.created']);
    expect(log[1]!.changes).toEqual({
      description: { from: null, to: 'So' },
      task: { from: ['title', 'priority'], to: ['title'] },
      subtasks: { from: 2, to: 1 },
    });
  });

  it('is no change when it says the same in another order', async () => {
    const task = { title: 'Made', description: 'So', priority: 'Low' };
    const template = await createTemplate(company.member, project.id, { task });
    const same = { priority: 'Low', title: 'Made', description: 'So' };
    expect((await put(template, { task: same })).body.updatedAt).toBe(template.updatedAt);
  });

  it('keeps its project', async () => {
    const template = await createTemplate(company.member, project.id);
    expect(refusalOf(await put(template, { projectId: UNKNOWN_ID }))[0]).toBe(400);
  });

  it('changes nothing of an archived project', async () => {
    const archived = await createProject(company.owner);
    const template = await createTemplate(company.member, archived.id);
    await company.owner.api.post(`/projects/${archived.id}/archive`);
    expect(refusalOf(await put(template, { name: 'Late' }))).toEqual(ARCHIVED);
    expect(refusalOf(await company.member.api.delete(`/templates/${template.id}`))).toEqual(ARCHIVED);
    expect(refusalOf(await post({ name: 'Late', projectId: archived.id, task: { title: 'a' } }))).toEqual(ARCHIVED);
    expect((await company.viewer.api.get(`/templates/${template.id}`)).status).toBe(200);
  });
});

it('goes with its project', async () => {
  const going = await createProject(company.owner);
  const template = await createTemplate(company.member, going.id);
  expect((await company.admin.api.delete(`/projects/${going.id}`)).status).toBe(204);
  expect(refusalOf(await company.owner.api.get(`/templates/${template.id}`))).toEqual(NOT_FOUND);
});

describe('POST /templates/from-task', () => {
  const from = (input: object, { api } = company.member) => api.post<TestTemplate>('/templates/from-task', input);

  it('makes a template of a task and its subtasks', async () => {
    const label = await createLabel(company.owner);
    const epic = await createEpic(company.owner, project.id);
    const field = await createField(company.admin, 'Kind', 'select', { options: ['Big'] });
    const due = dayIn(5);
    const task = await createTask(company.owner, project.id, {
      title: 'Kept',
      description: 'As it is',
      status: 'In Progress',
      priority: 'Low',
      estimatedHours: 4,
      loggedHours: 2,
      assigneeId: company.member.id,
      epicId: epic.id,
      labelIds: [label.id],
      dueDate: due,
      custom: { [field.key]: 'Big' },
    });
    for (const title of ['First', 'Second']) await createTask(company.owner, project.id, { title, parentId: task.id });
    const { status, body } = await from({ taskId: task.id, name: 'Of a task' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        name: 'Of a task',
        projectId: project.id,
        createdById: company.member.id,
        task: {
          title: 'Kept',
          description: 'As it is',
          priority: 'Low',
          estimatedHours: 4,
          assigneeId: company.member.id,
          epicId: epic.id,
          labelIds: [label.id],
          dueIn: { days: 5 },
          custom: { [field.key]: 'Big' },
        },
        subtasks: [{ title: 'First' }, { title: 'Second' }],
      }),
    ]);
    expect(result(await from({ taskId: task.id, name: 'Of all tasks', projectId: null }))).toEqual(FORBIDDEN);
    const { body: own } = await from({ taskId: task.id, name: 'Of all tasks', projectId: null }, company.admin);
    expect([own.projectId, own.task['epicId'], own.task['assigneeId']]).toEqual([null, undefined, company.member.id]);
  });

  it('is for those who reach the task', async () => {
    const hidden = await createProject(company.owner);
    const task = await createTask(company.owner, hidden.id);
    await giveToTeam(service.database, hidden.id);
    expect(result(await from({ taskId: task.id, name: 'Hidden' }))).toEqual([404, { error: 'Task not found' }]);
    expect(result(await from({ taskId: task.id, name: 'Hidden' }, company.viewer))).toEqual(FORBIDDEN);
    expect(result(await from({ taskId: task.id, name: 'Hidden' }, stranger.owner))).toEqual([
      404,
      { error: 'Task not found' },
    ]);
  });
});
