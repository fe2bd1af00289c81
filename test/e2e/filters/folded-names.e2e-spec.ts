import type { TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner, { key: 'FOLD', name: 'Straßenbau' });
});
afterAll(() => service.stop());

const titles = async (query: Record<string, string>) => {
  const { status, body } = await company.viewer.api.get<TestTask[]>(
    `/tasks?${new URLSearchParams({ projectId: project.id, ...query }).toString()}`,
  );
  expect(status).toBe(200);
  return body.map(({ title }) => title).sort();
};

it('keeps names apart as people read them', async () => {
  await createLabel(company.owner, { name: 'ΟΔΟΣ' });
  const taken = [409, 'CONFLICT', 'A label of that name already exists'];
  for (const name of ['οδος', 'Οδοσ', 'ΟΔ\u200bΟΣ']) {
    expect(refusalOf(await company.owner.api.post('/labels', { name }))).toEqual(taken);
  }
  const other = await createLabel(company.owner, { name: 'cafe' });
  expect((await company.owner.api.post('/labels', { name: 'café' })).status).toBe(201);
  const renamed = await company.owner.api.put(`/labels/${other.id}`, { name: 'CAFE\u0301' });
  expect(refusalOf(renamed)).toEqual(taken);
  expect((await company.owner.api.put(`/labels/${other.id}`, { name: 'CAFE' })).status).toBe(200);
});

it('stores names, titles and statuses in NFC, and other texts as they are sent', async () => {
  const made = await createTask(company.member, project.id, {
    title: 'Cre\u0300me',
    status: 'Pru\u0308fen',
    description: 'Cre\u0300me',
  });
  expect(made).toMatchObject({ title: 'Crème', status: 'Prüfen', description: 'Cre\u0300me' });
});

it.each(['\u200b', ' \u00ad ', '\u2060\ufeff'])('refuses a name that nobody sees: %j', async (name) => {
  const message = 'Must be at least 1 character';
  expect(await company.owner.api.post('/labels', { name })).toMatchObject({
    status: 400,
    body: { error: { details: { name: message } } },
  });
  const task = await company.member.api.post('/tasks', { title: name, projectId: project.id });
  expect(task).toMatchObject({ status: 400, body: { error: { details: { title: message } } } });
});

it('finds by names in filters as people read them', async () => {
  const label = await createLabel(company.owner, { name: 'Größe' });
  const epic = await createEpic(company.member, project.id, { name: 'Ελλάδα ΟΔΟΣ' });
  await createTask(company.member, project.id, {
    title: 'Straße',
    labelIds: [label.id],
    epicId: epic.id,
    status: 'Größer',
  });
  for (const filter of [
    'label = "GRÖSSE"',
    'epic = "ΕΛΛΆΔΑ οδος"',
    'title = "STRASSE"',
    'title ~ "strasse"',
    'title ~ "RASS"',
    'status = "GRÖSSER"',
    'status ~ "grosser"',
    'text ~ "STRASSE"',
    'project = "STRASSENBAU" and title = "straße"',
  ]) {
    expect([filter, await titles({ filter })]).toEqual([filter, ['Straße']]);
  }
  expect(await titles({ filter: 'title ~ "strässe"' })).toEqual([]);
  expect(await titles({ filter: 'title = "strasse" and title !~ "STRASSE"' })).toEqual([]);
});

it('finds accents without them, and with them those alone', async () => {
  for (const title of ['Un café', 'One cafe']) {
    await createTask(company.member, project.id, { title, description: 'x\ny' });
  }
  expect(await titles({ search: 'CAFE' })).toEqual(['One cafe', 'Un café']);
  expect(await titles({ search: 'CAFÉ' })).toEqual(['Un café']);
  expect(await titles({ search: 'cafe\u0301 un' })).toEqual(['Un café']);
  expect(await titles({ filter: 'title ~ "cafe"' })).toEqual(['One cafe', 'Un café']);
  expect(await titles({ filter: 'title ~ "café"' })).toEqual(['Un café']);
  expect(await titles({ filter: 'text ~ "café"' })).toEqual(['Un café']);
  expect(await titles({ filter: 'title = "one cafe"' })).toEqual(['One cafe']);
  expect(await titles({ filter: 'title = "un cafe"' })).toEqual([]);
});

it('finds the lane of a status as people read it, and keeps lanes apart', async () => {
  const names = ['Backlog', 'Großputz', 'Done'];
  expect((await company.owner.api.put('/workflow-lanes', { lanes: names })).status).toBe(200);
  const { status } = await createTask(company.member, project.id, { title: 'Swept', status: 'GROSSPUTZ' });
  expect(status).toBe('Großputz');
  const twice = await company.owner.api.put('/workflow-lanes', { lanes: [...names, 'GROSSPUTZ'] });
  expect(twice).toMatchObject({ status: 400, body: { error: { details: { lanes: 'Must be unique' } } } });
});

it('sorts by alphabet', async () => {
  const { id } = await createProject(company.owner, { key: 'SORT' });
  const sorted = ['äb', 'Apfel', 'apple', 'Ärger', 'b', 'Éclair', 'z', 'Ω'].toSorted(new Intl.Collator('und').compare);
  for (const title of sorted.toReversed()) await createTask(company.member, id, { title });
  const list = (query: object) =>
    company.viewer.api.get<TestTask[]>(
      `/tasks?${new URLSearchParams({ projectId: id, sortBy: 'title', ...query }).toString()}`,
    );
  expect((await list({ sortOrder: 'asc' })).body.map(({ title }) => title)).toEqual(sorted);
  expect((await list({ sortOrder: 'desc' })).body.map(({ title }) => title)).toEqual(sorted.toReversed());
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { body: unknown } = await list({ sortOrder: 'asc', limit: '3', cursor });
    const { data, meta } = page.body as { data: TestTask[]; meta: { next: string | null } };
    found.push(...data.map(({ title }) => title));
    cursor = meta.next;
  }
  expect(found).toEqual(sorted);
});

it('takes what people call a thing in MCP', async () => {
  const agent = await McpAgent.connect(service, company.member.token);
  await createLabel(company.owner, { name: 'Fußweg' });
  const saved = await agent.call('save_task', { project: 'STRASSENBAU', title: 'Named', labels: ['FUSSWEG'] });
  expect(JSON.stringify(saved)).toContain('FOLD-');
});
