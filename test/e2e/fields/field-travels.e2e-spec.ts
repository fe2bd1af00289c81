import { actionsOf, createColleague, scan } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createField, type TestField } from '../../factories/field.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { exported } from '../../support/archives.js';
import { checkedImport, exportedFile, importIn, startedImport } from '../../support/import-steps.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let severity: TestField;
let task: TestTask;

beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  const { admin } = company;
  project = await createProject(admin, { key: 'TRA' });
  severity = await createField(admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
  await createField(admin, 'Customer', 'text', { projectIds: [project.id] });
  await createField(admin, 'Parts', 'multi_select', { options: ['Web', 'App'] });
  await createField(admin, 'Tester', 'person');
  task = await createTask(admin, project.id, {
    title: 'Travels',
    status: 'To Do',
    custom: { severity: 'Major', customer: 'ACME', parts: ['Web', 'App'], tester: admin.id },
  });
});
afterAll(() => service.stop());

const rule = (message: string) => ({
  name: 'Own',
  filter: 'severity = Major and title ~ Travels',
  type: 'report',
  to: 'nobody',
  message,
});

const CSV = [
  'Title,Severity,custom.customer,Effort,Due by,Free',
  'One,minor,Initech,2.5,2026-12-24,a',
  'Two,Critical,Globex,3,2026-12-25,b',
  'Three,major,,x,2026-12-26,c',
].join('\n');

describe('an import', () => {
  it('reads columns of fields, proposes types, adds options, and names what does not fit', async () => {
    const checked = await checkedImport(
      company.admin,
      service.baseUrl,
      { source: 'csv', project: { name: 'Sheet', key: 'SHE' } },
      CSV,
    );
    const reported = (report: { fields: object[] }) =>
      Object.fromEntries(report.fields.map((field) => [(field as { name: string }).name, field]));
    expect(reported(checked['report'])).toMatchObject({
      Severity: { becomes: 'Severity' },
      'custom.customer': { becomes: 'Customer' },
      Effort: { becomes: null, proposed: 'text' },
      'Due by': { becomes: null, proposed: 'date' },
      Title: { becomes: 'title', proposed: null },
    });
    const put = (fields: object) => company.admin.api.put(`/imports/${checked['id']}`, { mapping: { fields } });
    expect((await put({ Nothing: 'skip' })).body.error.details).toEqual({
      'mapping.fields.Nothing': 'The file has no such column',
    });
    expect((await put({ Effort: { create: { name: 'Severity', type: 'text' } } })).body.error.details).toEqual({
      'mapping.fields.Effort': 'The field "Severity" is of type select',
    });
    const mapped = await put({
      Effort: { create: { name: 'Effort', type: 'number' } },
      'Due by': { create: { name: 'Due by', type: 'date' } },
      Free: 'description',
    });
    expect(mapped.status).toBe(200);
    await company.admin.api.post(`/imports/${checked['id']}/check`);
    await importIn(company.admin, checked['id'] as string, 'checked');
    const done = await startedImport(company.admin, checked['id'] as string);
    expect(done['state']).toBe('done');
    expect(done['report'].problems).toContainEqual(
      expect.objectContaining({ field: 'Effort', message: '"x" does not fit the field "Effort"; it is left out' }),
    );
    const { body } = await company.viewer.api.get(
      `/tasks?filter=project%20%3D%20SHE&include=custom&sortBy=rank&sortOrder=asc`,
    );
    expect(body.map(({ title, custom, description }: Record<string, unknown>) => [title, custom, description])).toEqual(
      [
        ['One', { severity: 'Minor', effort: 2.5, due_by: '2026-12-24' }, 'Free: a'],
        ['Two', { severity: 'Critical', effort: 3, due_by: '2026-12-25' }, 'Free: b'],
        ['Three', { severity: 'Major', due_by: '2026-12-26' }, 'Free: c'],
      ],
    );
    const { options } = (await company.viewer.api.get<TestField>(`/fields/${severity.id}`)).body;
    expect(options.map(({ name }) => name)).toEqual(['Minor', 'Major', 'Critical']);
  });
});

describe('columns that Asana writes', () => {
  const asana = async (severityOf: object) => {
    const { admin } = await createCompany(service.api);
    const project = { name: 'Asana', key: 'ASN' };
    const { id } = await checkedImport(
      admin,
      service.baseUrl,
      { source: 'asana_csv', project },
      exportedFile('asana.csv'),
    );
    const mapped = await admin.api.put(`/imports/${String(id)}`, { mapping: { fields: severityOf } });
    await admin.api.post(`/imports/${String(id)}/check`);
    return { admin, id: id as string, mapped, checked: await importIn(admin, id as string, 'checked') };
  };
  const severityIn = (report: { fields: { name: string }[] }) => report.fields.find(({ name }) => name === 'Severity');
  const taskOf = async (admin: TestCompany['admin']) =>
    (await admin.api.get('/tasks?external=asana:1201&include=custom')).body[0];

  it('are lines of the description, fields by choice, and an undo takes these away again', async () => {
    const left = await asana({});
    expect(severityIn(left.checked['report'])).toMatchObject({ becomes: 'description', proposed: 'text' });
    await startedImport(left.admin, left.id);
    expect((await taskOf(left.admin)).description).toContain('Severity: High');

    const { admin, id, checked } = await asana({ Severity: { create: { name: 'Severity', type: 'select' } } });
    expect(severityIn(checked['report'])).toMatchObject({ becomes: 'Severity', proposed: 'text' });
    await startedImport(admin, id);
    const task = await taskOf(admin);
    expect(task.custom).toEqual({ severity: 'High' });
    expect(task.description).not.toContain('Severity');
    await admin.api.post(`/imports/${id}/undo`);
    const undone = await importIn(admin, id, 'undone');
    expect(undone['report'].kept).toEqual([]);
    expect((await admin.api.get('/fields')).body).toEqual([]);
  });

  it('are left out by choice, and a field that a task still has stays', async () => {
    const skipped = await asana({ Severity: 'skip' });
    expect(severityIn(skipped.checked['report'])).toMatchObject({ becomes: null });
    await startedImport(skipped.admin, skipped.id);
    expect((await taskOf(skipped.admin)).description).not.toContain('Severity');

    const { admin, id } = await asana({ Severity: { create: { name: 'Severity', type: 'text' } } });
    await startedImport(admin, id);
    await admin.api.put(`/tasks/${(await taskOf(admin)).id}`, { title: 'Changed since' });
    await admin.api.post(`/imports/${id}/undo`);
    const undone = await importIn(admin, id, 'undone');
    expect(undone['report'].kept).toContainEqual(expect.objectContaining({ kind: 'field', reason: 'It is used' }));
    expect((await taskOf(admin)).custom).toEqual({ severity: 'High' });
  });

  it('that have a place here are none of these', async () => {
    const { mapped } = await asana({ Name: 'skip' });
    expect([mapped.status, mapped.body.error.details]).toEqual([
      400,
      { 'mapping.fields.Name': 'The column has a place here' },
    ]);
  });
});

describe('an archive', () => {
  it('carries fields and values to another company, and the next free key where one is taken', async () => {
    const archive = await exported(service, company.owner, { projectId: project.id });
    expect(archive.rows('fields').map(({ key }) => key)).toEqual(
      expect.arrayContaining(['severity', 'customer', 'parts', 'tester']),
    );
    expect(archive.rows('tasks')[0]?.['custom']).toMatchObject({ severity: 'Major', customer: 'ACME' });
    const other = await createCompany(service.api);
    await createField(other.admin, 'Something else', 'number', { key: 'customer' });
    const checked = await checkedImport(other.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
    expect(checked['report'].problems.filter(({ field }: { field: string }) => field === 'customer')).toEqual([]);
    await startedImport(other.owner, checked['id'] as string);
    const [found] = (await other.viewer.api.get('/tasks?tid=TRA-1&include=custom')).body;
    expect(found.custom).toEqual({
      severity: 'Major',
      customer_2: 'ACME',
      parts: ['Web', 'App'],
      tester: { id: expect.any(String), name: 'Ada Admin' },
    });
    const { body: fields } = await other.viewer.api.get<TestField[]>('/fields');
    const customer = fields.find(({ key }) => key === 'customer_2');
    expect([customer?.name, customer?.projectIds]).toEqual(['Customer', [found.projectId]]);
  });

  it('adds options to a field that is there as they are in the archive', async () => {
    const live = { name: 'Live', color: '#112233', archived: false };
    const old = { name: 'Old', color: '#445566', archived: true };
    const from = await createCompany(service.api);
    await from.admin.api.post('/fields', { name: 'Phase', type: 'select', options: [live, old] });
    const { id: projectId } = await createProject(from.admin);
    await createTask(from.admin, projectId, { custom: { phase: 'Live' } });
    const archive = await exported(service, from.owner, { projectId });
    const to = await createCompany(service.api);
    const { id } = await createField(to.admin, 'Phase', 'select', { options: ['Draft'] });
    const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
    await startedImport(to.owner, checked['id'] as string);
    const { options } = (await to.viewer.api.get<TestField>(`/fields/${id}`)).body;
    expect(options).toMatchObject([{ name: 'Draft', archived: false }, live, old]);
  });
});

it('carries all fields of a company, and what views and filters name by them', async () => {
  const { admin, owner } = company;
  await createField(admin, 'Nobody has it', 'checkbox', { projectIds: [project.id] });
  const view = { name: 'By severity', visibility: 'company', filter: 'customer = ACME' };
  const columns = { groupBy: 'custom.severity', columns: ['title', 'custom.customer'] };
  expect((await admin.api.post('/views', { ...view, ...columns })).status).toBe(201);
  const template = '{{custom.customer}} and {{ custom.severity }}';
  await createColleague(admin, { name: 'Rhea', role: 'member', rules: [rule(template)] });
  const archive = await exported(service, owner);
  const other = await createCompany(service.api);
  await createField(other.admin, 'Something else', 'number', { key: 'customer' });
  const checked = await checkedImport(other.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(other.owner, checked['id'] as string);
  const isOfThing = ({ field }: { field: string }) => field === 'name';
  for (const { report } of [checked, done]) {
    expect(report.problems.filter(isOfThing)).toEqual([]);
  }
  const { body: fields } = await other.viewer.api.get<TestField[]>('/fields');
  const [{ projectId }] = (await other.viewer.api.get('/tasks?tid=TRA-1')).body;
  expect(fields.find(({ key }) => key === 'nobody_has_it')).toMatchObject({ projectIds: [projectId] });
  const { body: views } = await other.viewer.api.get('/views');
  expect(views.find(({ name }: { name: string }) => name === 'By severity')).toMatchObject({
    groupBy: 'custom.severity',
    columns: ['title', 'custom.customer_2'],
    filter: 'customer_2 = ACME',
    broken: false,
  });
  const { body: colleagues } = await other.owner.api.get('/virtual-colleagues');
  const { id } = colleagues.find(({ name }: { name: string }) => name === 'Rhea');
  const rhea = (await other.owner.api.get(`/virtual-colleagues/${String(id)}`)).body;
  expect(rhea.rules[0].message).toBe('{{custom.customer_2}} and {{custom.severity}}');
});

describe('agents', () => {
  it('hear of fields, and read and write values', async () => {
    const agent = await McpAgent.connect(service, company.member.token);
    const { fields } = await agent.get('get_context');
    expect(fields).toContainEqual({
      key: 'severity',
      name: 'Severity',
      type: 'select',
      options: expect.arrayContaining(['Major']),
    });
    expect(fields).toContainEqual({ key: 'customer', name: 'Customer', type: 'text', projectIds: [project.id] });
    const saved = await agent.get('save_task', { project: 'TRA', title: 'By an agent', custom: { severity: 'minor' } });
    expect(saved.task.custom).toEqual({ severity: 'Minor' });
    await agent.get('save_tasks', { tasks: [saved.task.tid], set: { custom: { customer: 'Globex' } } });
    const { tasks } = await agent.get('find_tasks', { filter: 'customer = globex' });
    expect(tasks.map(({ custom }: { custom: object }) => custom)).toEqual([{ severity: 'Minor', customer: 'Globex' }]);
    expect((await agent.get('get_task', { task: saved.task.tid })).task.custom).toEqual({
      severity: 'Minor',
      customer: 'Globex',
    });
    expect(await agent.refusal('save_task', { task: saved.task.tid, custom: { severity: 'x' } })).toContain(
      'Must be one of',
    );
    const empty = await McpAgent.connect(service, stranger.member.token);
    expect(await empty.get('get_context')).not.toHaveProperty('fields');
  });
});

describe('a rule of a colleague', () => {
  it('has filters and messages with fields; what is unset or deleted is a dash', async () => {
    const colleague = await createColleague(company.admin, {
      role: 'member',
      projectIds: [project.id],
      rules: [rule('{{task.tid}}: {{custom.severity}}, {{custom.parts}}, {{custom.tester}}, {{custom.gone}}')],
    });
    await scan(company.admin, colleague);
    const [action] = await actionsOf(company.admin, colleague, 'custom:Own');
    expect((action as unknown as { message: string }).message).toContain(`${task.tid}: Major, Web, App, Ada Admin, –`);
  });

  it('names no person to a customer', async () => {
    const { status, body } = await company.admin.api.post('/virtual-colleagues', {
      name: 'Cora',
      role: 'customer',
      rules: [rule('{{custom.tester}}')],
    });
    expect([status, body.error.details]).toEqual([
      400,
      { 'rules.0.message': expect.stringContaining('a customer hears no names of people') },
    ]);
  });
});
