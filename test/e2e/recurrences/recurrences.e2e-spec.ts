import { createAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createEpic } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../../factories/recurrence.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Api } from '../../support/api.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies({ processRoles: new Set(['api']) }));
  project = await createProject(company.owner, { key: 'REC' });
});
afterAll(() => service.stop());

const BODY = { name: 'Report', task: { title: 'Write the report' }, schedule: { frequency: 'daily', timezone: 'UTC' } };
const post = (input: object = {}, api: Api = company.member.api) =>
  api.post('/recurrences', { ...BODY, projectId: project.id, ...input });
const read = async (id: string, api: Api = company.viewer.api): Promise<TestRecurrence> =>
  (await api.get(`/recurrences/${id}`)).body;
const put = (id: string, input: object, api: Api = company.member.api) => api.put(`/recurrences/${id}`, input);

it('is made with all that it has', async () => {
  const { status, body } = await post({
    task: { title: 'Report of {{week}}', assigneeId: 'creator', dueIn: { days: 2 } },
    subtasks: [{ title: 'Below', assigneeId: 'parent' }],
    schedule: { frequency: 'weekly', days: ['mon', 'thu'], timezone: 'Europe/Berlin', from: '2100-01-07' },
    onlyOneOpen: true,
  });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Report',
      projectId: project.id,
      templateId: null,
      task: { title: 'Report of {{week}}', assigneeId: 'creator', dueIn: { days: 2 } },
      subtasks: [{ title: 'Below', assigneeId: 'parent' }],
      schedule: {
        frequency: 'weekly',
        interval: 1,
        days: ['mon', 'thu'],
        dayOfMonth: null,
        nth: null,
        month: null,
        time: '08:00',
        timezone: 'Europe/Berlin',
        from: '2100-01-07',
        until: null,
        skip: { dates: [], days: [], shift: 'none' },
      },
      words: 'Every Monday and Thursday at 08:00, Berlin time',
      mode: 'schedule',
      onlyOneOpen: true,
      active: true,
      nextAt: '2100-01-07T07:00:00.000Z',
      next: ['2100-01-07', '2100-01-11', '2100-01-14', '2100-01-18', '2100-01-21'].map((day) =>
        expect.stringContaining(day),
      ),
      lastTaskId: null,
      made: 0,
      skipped: 0,
      createdById: company.member.id,
      error: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    },
  ]);
  expect(await read(body.id)).toEqual(body);
});

it('is found in lists by project and by whether it is active', async () => {
  const own = await createProject(company.owner);
  const paused = await createRecurrence(company.member, own.id, { name: 'b', active: false });
  const [last, first] = [
    await createRecurrence(company.member, own.id, { name: 'C' }),
    await createRecurrence(company.member, own.id, { name: 'a' }),
  ];
  const ids = async (query: string) =>
    (await company.viewer.api.get<TestRecurrence[]>(`/recurrences?projectId=${own.id}${query}`)).body.map(
      ({ id }) => id,
    );
  expect(await ids('')).toEqual([first.id, paused.id, last.id]);
  expect(await ids('&active=true')).toEqual([first.id, last.id]);
  expect(await ids('&active=false')).toEqual([paused.id]);
  expect(paused).toMatchObject({ active: false, nextAt: null, next: [] });
  expect((await company.viewer.api.get('/recurrences?page=1&limit=1')).body.data).toHaveLength(1);
});

it('is changed, and then acts for whoever changed it', async () => {
  const template = await createTemplate(company.admin, null, { task: { title: 'Of the company' } });
  const { id, updatedAt } = await createRecurrence(company.member, project.id);
  const same = await read(id);
  expect((await put(id, same)).body).toEqual(same);
  expect((await put(id, { name: 'Other' })).body).toMatchObject({ name: 'Other', nextAt: same.nextAt });
  const changed = (await put(id, { templateId: template.id }, company.admin.api)).body;
  expect(changed).toMatchObject({
    templateId: template.id,
    task: null,
    subtasks: [],
    createdById: company.admin.id,
  });
  expect(changed.updatedAt > updatedAt).toBe(true);
  expect((await put(id, changed, company.admin.api)).body).toEqual(changed);
  expect((await put(id, { task: { title: 'Own' }, subtasks: [{ title: 'a' }] })).body).toMatchObject({
    templateId: null,
    task: { title: 'Own' },
    subtasks: [{ title: 'a' }],
  });
  expect((await put(id, { active: false })).body).toMatchObject({ nextAt: null, next: [] });
  const yearly = { frequency: 'yearly', timezone: 'UTC', from: '2100-12-24', time: '09:30' };
  expect((await put(id, { active: true, schedule: yearly })).body).toMatchObject({
    nextAt: '2100-12-24T09:30:00.000Z',
    words: 'Every year on 24 December at 09:30, UTC',
    schedule: { month: 12, dayOfMonth: 24, days: null },
  });
  const completion = (await put(id, { mode: 'after_completion' })).body;
  expect(completion).toMatchObject({
    mode: 'after_completion',
    words: 'One year after the last one is done, at 09:30, UTC',
    next: ['2100-12-24T09:30:00.000Z'],
    schedule: { month: null, dayOfMonth: null },
  });
  expect((await put(id, { mode: 'schedule' })).body.schedule).toMatchObject({ month: 12, dayOfMonth: 24 });
});

it.each<[object, object]>([
  [{ name: '' }, { name: 'Must be at least 1 character' }],
  [{ task: null }, { templateId: 'Give exactly one of templateId and task', task: expect.any(String) }],
  [{ templateId: UNKNOWN_ID }, { templateId: 'Give exactly one of templateId and task', task: expect.any(String) }],
  [{ task: null, templateId: UNKNOWN_ID, subtasks: [{ title: 'a' }] }, { subtasks: 'Only with a task of its own' }],
  [{ task: { title: 'a', dueIn: { days: 367 } } }, { 'task.dueIn.days': 'Must be from 0 to 366' }],
  [{ schedule: null }, { schedule: 'Required' }],
  [{ schedule: { frequency: 'daily', days: ['mon'] } }, { 'schedule.days': 'Only with the frequency weekly' }],
  [
    { schedule: { frequency: 'yearly', month: 2, dayOfMonth: 30 } },
    { schedule: 'Must have a moment in the next 100 years' },
  ],
  [
    { mode: 'after_completion', schedule: { frequency: 'weekly', days: ['mon'] } },
    { 'schedule.days': 'Cannot be given with after_completion' },
  ],
  [{ mode: 'never' }, { mode: 'Must be one of: schedule, after_completion' }],
])('refuses %j', async (input, details) => {
  expect(refusalOf(await post(input))).toEqual([400, 'VALIDATION_ERROR', details]);
});

it('checks what its tasks refer to', async () => {
  const other = await createProject(company.owner);
  const epic = await createEpic(company.owner, other.id);
  const elsewhere = await createTemplate(company.owner, other.id);
  const wrong = await post({ task: { title: 'a', epicId: epic.id } });
  expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_ERROR', { 'task.epicId': expect.any(String) }]);
  expect(refusalOf(await post({ task: null, templateId: elsewhere.id }))).toEqual([
    400,
    'VALIDATION_ERROR',
    { templateId: 'Must be a template of the project or of the company' },
  ]);
  const missing = await post({ task: null, templateId: UNKNOWN_ID });
  expect(refusalOf(missing)).toEqual([404, 'NOT_FOUND', 'Template not found']);
});

it('keeps the template that it uses', async () => {
  const template = await createTemplate(company.member, project.id);
  const { id } = await createRecurrence(company.member, project.id, { templateId: template.id });
  expect(refusalOf(await company.member.api.delete(`/templates/${template.id}`))).toEqual([
    409,
    'CONFLICT',
    'A recurrence uses the template',
  ]);
  expect((await company.member.api.delete(`/recurrences/${id}`)).status).toBe(204);
  expect((await company.member.api.delete(`/templates/${template.id}`)).status).toBe(204);
});

it('is not made, or keeps its template, when that is deleted in the same moment', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id: templateId } = await createTemplate(company.member, project.id);
    const [deleted, made] = await Promise.all([
      company.member.api.delete(`/templates/${templateId}`),
      post({ task: null, templateId }),
    ]);
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, made.status]);
  }
});

it('is for those who reach its project, and changed by MEMBERs', async () => {
  const hidden = await createProject(company.owner);
  const { id } = await createRecurrence(company.member, hidden.id);
  await giveToTeam(service.database, hidden.id);
  const calls = (api: Api) =>
    Promise.all([
      api.get(`/recurrences/${id}`),
      put(id, { name: 'a' }, api),
      api.post(`/recurrences/${id}/run`),
      api.delete(`/recurrences/${id}`),
    ]);
  for (const api of [company.member.api, stranger.owner.api]) {
    for (const answer of await calls(api))
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'Recurrence not found']);
  }
  expect(await company.member.api.get('/recurrences')).toMatchObject({
    body: expect.not.arrayContaining([expect.objectContaining({ id })]),
  });
  const refused = await post({ projectId: hidden.id });
  expect(result(refused)).toEqual([404, { error: 'Project not found' }]);
  const own = await createRecurrence(company.member, project.id);
  for (const answer of [await post({}, company.viewer.api), await put(own.id, { name: 'a' }, company.viewer.api)]) {
    expect(result(answer)).toEqual(FORBIDDEN);
  }
  const { api } = await createAgent(company.owner, 'Otto', { projectIds: [project.id] });
  expect((await api.get(`/recurrences/${own.id}`)).status).toBe(200);
  for (const answer of [await post({}, api), await api.post(`/recurrences/${own.id}/run`)]) {
    expect(result(answer)).toEqual(FORBIDDEN);
  }
});

it('of an archived project does not change', async () => {
  const own = await createProject(company.owner);
  const { id } = await createRecurrence(company.member, own.id);
  await company.owner.api.post(`/projects/${own.id}/archive`);
  const answers = [
    await post({ projectId: own.id }),
    await put(id, { name: 'a' }),
    await company.member.api.post(`/recurrences/${id}/run`),
    await company.member.api.delete(`/recurrences/${id}`),
  ];
  for (const answer of answers) expect(refusalOf(answer)).toEqual(ARCHIVED);
});

it('stands in the audit log', async () => {
  const { id, name } = await createRecurrence(company.member, project.id);
  await put(id, {
    schedule: { frequency: 'weekly', days: ['mon'], timezone: 'UTC' },
    task: { title: 'b', priority: 'Low' },
  });
  await company.member.api.delete(`/recurrences/${id}`);
  const { body } = await company.owner.api.get(`/audit-log?targetId=${id}`);
  expect(body.map(({ action, target, changes }: Record<string, unknown>) => [action, target, changes])).toEqual([
    ['recurrence.deleted', { type: 'recurrence', id, name }, null],
    [
      'recurrence.changed',
      { type: 'recurrence', id, name },
      {
        schedule: { from: 'Every day at 08:00, UTC', to: 'Every Monday at 08:00, UTC' },
        task: { from: ['title'], to: ['title', 'priority'] },
      },
    ],
    [
      'recurrence.created',
      { type: 'recurrence', id, name },
      expect.objectContaining({ name: { from: null, to: name } }),
    ],
  ]);
});

it('goes with its project', async () => {
  const own = await createProject(company.owner);
  const template = await createTemplate(company.member, own.id);
  const { id } = await createRecurrence(company.member, own.id, { templateId: template.id });
  const { body: task } = await company.member.api.post(`/recurrences/${id}/run`);
  const { body: moved } = await company.member.api.post(`/recurrences/${id}/run`);
  await company.member.api.post(`/tasks/${moved.id}/transfer`, { projectId: project.id });
  expect((await company.owner.api.delete(`/projects/${own.id}`)).status).toBe(204);
  expect((await company.owner.api.get(`/recurrences/${id}`)).status).toBe(404);
  expect((await company.owner.api.get(`/tasks/${task.id}`)).status).toBe(404);
  expect((await company.owner.api.get(`/tasks/${moved.id}`)).body.recurrenceId).toBeNull();
});
