import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../../factories/recurrence.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { exported } from '../../support/archives.js';
import { checkedImport, importIn, startedImport } from '../../support/import-steps.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let other: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
  other = await createCompany(service.api);
});
afterAll(() => service.stop());

it('arrive inactive, with what they have made, and go again when the import is undone', async () => {
  const project = await createProject(company.owner, { key: 'REC' });
  const template = await createTemplate(company.member, project.id, { name: 'Of a template' });
  // Nothing comes due meanwhile.
  const schedule = { frequency: 'daily', timezone: 'UTC', from: '2099-01-01' };
  const used = await createRecurrence(company.member, project.id, { name: 'a', templateId: template.id, schedule });
  const after = await createRecurrence(company.member, project.id, { name: 'b', mode: 'after_completion', schedule });
  const [{ body: first }, { body: last }] = [
    await company.member.api.post(`/recurrences/${used.id}/run`),
    await company.member.api.post(`/recurrences/${used.id}/run`),
  ];
  const archive = await exported(service, company.owner);
  expect(archive.rows('recurrences')).toMatchObject([
    { name: 'a', active: true, lastTaskId: last.id },
    { name: 'b', id: after.id },
  ]);
  const checked = await checkedImport(other.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(other.owner, checked['id']);
  expect([done['state'], done['report'].problems]).toEqual(['done', []]);
  const { body: here } = await other.owner.api.get('/recurrences');
  const { body: templates } = await other.owner.api.get('/templates');
  const tasks = (await other.owner.api.get(`/tasks?recurrenceId=${here[0].id}`)).body as { id: string; tid: string }[];
  expect(tasks.map(({ tid }) => tid).sort()).toEqual([first.tid, last.tid]);
  expect(here).toMatchObject([
    {
      name: 'a',
      templateId: templates[0].id,
      active: false,
      nextAt: null,
      made: 2,
      createdById: other.member.id,
      lastTaskId: tasks.find(({ tid }) => tid === last.tid)?.id,
      words: used.words,
      schedule: used.schedule,
      createdAt: used.createdAt,
    },
    { name: 'b', templateId: null, task: { title: 'Made' }, active: false, mode: 'after_completion', made: 0 },
  ]);
  await other.owner.api.post(`/imports/${String(done['id'])}/undo`);
  const undone = await importIn(other.owner, done['id'], 'undone');
  expect([undone['state'], undone['report'].kept]).toEqual(['undone', []]);
  for (const path of ['/recurrences', '/templates', '/tasks']) {
    expect((await other.owner.api.get(path)).body).toEqual([]);
  }
});

it('arrive with their labels, and are found by views, in a company that has some of these', async () => {
  const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
  const project = await createProject(from.owner);
  const labels = [await createLabel(from.owner, { name: 'Known' }), await createLabel(from.owner, { name: 'New' })];
  await createLabel(to.owner, { name: 'known' });
  const labelIds = labels.map(({ id }) => id);
  const schedule = { frequency: 'daily', timezone: 'UTC', from: '2099-01-01' };
  await createRecurrence(from.owner, project.id, { name: 'Labelled', schedule, task: { title: 'Made', labelIds } });
  const task = { title: 'Made', labelIds };
  await createTemplate(from.owner, project.id, { task, subtasks: [{ title: 'Below', labelIds: [labels[1]!.id] }] });
  const filter = 'recurrence = Labelled';
  await from.owner.api.post('/views', { name: 'All of it', visibility: 'company', filter });
  const archive = await exported(service, from.owner);
  const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(to.owner, checked['id']);
  expect([checked['report'].problems, done['report'].problems]).toEqual([[], []]);
  const here = (await to.owner.api.get('/labels')).body as { id: string; name: string }[];
  expect(here).toHaveLength(2);
  const ids = ['known', 'New'].map((label) => here.find(({ name }) => name === label)?.id);
  expect((await to.owner.api.get('/recurrences')).body).toMatchObject([{ task: { labelIds: ids } }]);
  expect((await to.owner.api.get('/templates')).body).toMatchObject([
    { task: { labelIds: ids }, subtasks: [{ labelIds: [ids[1]] }] },
  ]);
  const views = (await to.owner.api.get('/views')).body as { name: string }[];
  expect(views.find(({ name }) => name === 'All of it')).toMatchObject({ filter, broken: false });
});

it('stay with who uses them, and wait no longer for a last task that an undone import takes along', async () => {
  const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
  const schedule = { frequency: 'daily', timezone: 'UTC', from: '2099-01-01' };
  const project = await createProject(from.owner);
  const after = await createRecurrence(from.owner, project.id, { name: 'a', mode: 'after_completion', schedule });
  await from.owner.api.post(`/recurrences/${after.id}/run`);
  await createRecurrence(from.owner, project.id, { name: 'b', schedule });
  const archive = await exported(service, from.owner);
  const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(to.owner, checked['id']);
  const [{ id, projectId }, used] = (await to.owner.api.get('/recurrences')).body;
  const { body: made } = await to.owner.api.post(`/recurrences/${used.id}/run`);
  expect((await to.owner.api.put(`/recurrences/${id}`, { active: true })).body).toMatchObject({ nextAt: null });
  await to.owner.api.post(`/imports/${String(done['id'])}/undo`);
  const undone = await importIn(to.owner, done['id'], 'undone');
  expect(undone['report'].kept).toEqual([
    { kind: 'recurrence', id, tid: null, reason: 'It was changed since' },
    { kind: 'recurrence', id: used.id, tid: null, reason: 'It is used' },
    { kind: 'project', id: projectId, tid: null, reason: 'It is used' },
  ]);
  expect((await to.owner.api.get(`/recurrences/${id}`)).body).toMatchObject({ nextAt: '2099-01-01T08:00:00.000Z' });
  expect((await to.owner.api.get(`/tasks/${made.id}`)).body.recurrenceId).toBe(used.id);
});

it('are found by rules and views, also two of one name, and keep how people were written', async () => {
  const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
  const project = await createProject(from.owner);
  const field = await createField(from.owner, 'Who', 'person');
  const agent = await createAgent(from.owner, 'Otto', { projectIds: [project.id] });
  const schedule = { frequency: 'daily', timezone: 'UTC', from: '2099-01-01' };
  const description = `[@Mia](user:${from.member.id}) and [@Otto](colleague:${agent.id})`;
  const task = { title: 'Made', description, delegateId: agent.id, custom: { [field.key]: { id: from.member.id } } };
  await createRecurrence(from.owner, project.id, { name: 'One', schedule, task });
  for (const title of ['first', 'second']) {
    await createRecurrence(from.owner, project.id, { name: 'Two', schedule, task: { title } });
  }
  const rule = { name: 'Ask', filter: 'recurrence = One', type: 'report', to: 'leads' };
  const input = { name: 'Asker', role: 'manager', rules: [rule] };
  expect((await from.owner.api.post('/virtual-colleagues', input)).status).toBe(201);
  await from.owner.api.post('/views', { name: 'Both', visibility: 'company', filter: 'recurrence = Two' });
  const archive = await exported(service, from.owner);
  const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(to.owner, checked['id']);
  expect([checked['report'].problems, done['report'].problems]).toEqual([[], []]);
  const here = (await to.owner.api.get('/recurrences')).body as TestRecurrence[];
  const colleagues = (await to.owner.api.get('/virtual-colleagues')).body as { id: string; name: string }[];
  const [asker, delegate] = ['Asker', agent.name].map((name) => colleagues.find((one) => one.name === name)?.id);
  expect(here[0]?.task).toMatchObject({
    description: `[@Mia](user:${to.member.id}) and [@Otto](colleague:${delegate})`,
    delegateId: delegate,
    custom: { [field.key]: { id: to.member.id } },
  });
  expect((await to.owner.api.get(`/virtual-colleagues/${asker}`)).body.rules).toMatchObject([
    { filter: 'recurrence = One', broken: false },
  ]);
  const views = (await to.owner.api.get('/views')).body as { name: string; filter: string; broken: boolean }[];
  const both = views.find(({ name }) => name === 'Both');
  expect(both?.broken).toBe(false);
  for (const { id } of here.slice(1)) expect(both?.filter).toContain(id);
  await to.owner.api.post(`/imports/${String(done['id'])}/undo`);
  const undone = await importIn(to.owner, done['id'], 'undone');
  expect([undone['state'], undone['report'].kept]).toEqual(['undone', []]);
});

it('and templates that people made in an imported project keep it when the import is undone', async () => {
  const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
  await createProject(from.owner);
  const archive = await exported(service, from.owner);
  const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(to.owner, checked['id']);
  const { id } = (await to.owner.api.get('/projects')).body[0];
  const template = await createTemplate(to.owner, id);
  await to.owner.api.post(`/imports/${String(done['id'])}/undo`);
  const undone = await importIn(to.owner, done['id'], 'undone');
  expect(undone['report'].kept).toEqual([{ kind: 'project', id, tid: null, reason: 'It is used' }]);
  expect((await to.owner.api.get(`/templates/${template.id}`)).status).toBe(200);
});

it('come with the template of the company that they use, from an archive of their project, too', async () => {
  const [from, to] = [await createCompany(service.api), await createCompany(service.api)];
  const project = await createProject(from.owner);
  const template = await createTemplate(from.owner, null, { name: 'Used' });
  await createTemplate(from.owner, null, { name: 'Not used' });
  const schedule = { frequency: 'daily', timezone: 'UTC', from: '2099-01-01' };
  await createRecurrence(from.owner, project.id, { schedule, templateId: template.id });
  const archive = await exported(service, from.owner, { projectId: project.id });
  expect(archive.rows('templates').map(({ name }) => name)).toEqual(['Used']);
  const checked = await checkedImport(to.owner, service.baseUrl, { source: 'archive' }, archive.bytes);
  const done = await startedImport(to.owner, checked['id']);
  expect([checked['report'].problems, done['report'].problems]).toEqual([[], []]);
  const templates = (await to.owner.api.get('/templates')).body as { id: string }[];
  expect(templates).toMatchObject([{ name: 'Used', projectId: null }]);
  expect((await to.owner.api.get('/recurrences')).body).toMatchObject([{ templateId: templates[0]?.id }]);
});
