import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DataSource } from 'typeorm';
import { WrittenNames } from '#modules/users/written-names.service.js';
import { createAgent } from '../../factories/agent.factory.js';
import { attach } from '../../factories/attachment.factory.js';
import { createColleague, scan } from '../../factories/colleague.factory.js';
import type { TestCompany, TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createWebhook, finishedDeliveriesOf } from '../../factories/webhook.factory.js';
import { columnsWith } from '../../support/columns-with.js';
import { eventually } from '../../support/eventually.js';
import { checkedImport, importIn, uploadImport } from '../../support/import-steps.js';
import { Receiver } from '../../support/receiver.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const NAME = 'Zacharias "Zach" Vergesslich';
const EMAIL = 'Zacharias@Example.com';
const SCIM = { headers: { 'Content-Type': 'application/scim+json' } };

let service: TestService;
let company: TestCompany;
let receiver: Receiver;
let user: TestUser;
let project: TestProject;
let task: TestTask;
let scim: (method: string, path: string, body?: object) => ReturnType<TestUser['api']['get']>;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  receiver = await Receiver.start();
  const { token } = (await company.owner.api.post('/company/scim-token')).body;
  scim = (method, path, body) => service.api.as(token).send(method, `/scim/v2${path}`, body, body && SCIM);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const rows = <Row extends object>(sql: string, values: unknown[] = []) => service.database.rows<Row>(sql, values);
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

/** The files of the service that have one of the texts in them, but for mails that were sent. */
async function filesWith(...texts: string[]): Promise<string[]> {
  const { dataDirectory } = service.configuration;
  const entries = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
  const found = [];
  for (const entry of entries.filter((file) => file.isFile())) {
    const path = relative(dataDirectory, join(entry.parentPath, entry.name));
    const bytes = path.startsWith('mail/') ? '' : (await readFile(join(dataDirectory, path), 'utf8')).toLowerCase();
    if (texts.some((text) => bytes.includes(text.toLowerCase()))) found.push(path);
  }
  return found;
}

/** Somebody who has done everything that leaves a name somewhere. */
async function doEverything(): Promise<string[]> {
  const { owner, member } = company;
  const { password } = owner;
  const made = await owner.api.post('/users', { email: EMAIL, name: NAME, role: 'ADMIN', password }, keyed('a-user'));
  const signedIn = await service.api.post('/login', { email: EMAIL, password });
  if (signedIn.status !== 200) throw new Error(made.text + signedIn.text);
  const { token } = signedIn.body;
  user = { id: made.body.id, email: EMAIL, name: NAME, password, token, api: service.api.as(token) };
  await scim('PATCH', `/Users/${user.id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'externalId', value: EMAIL }],
  });
  project = await createProject(user);
  const webhook = await createWebhook(owner, { url: receiver.url, events: ['*'] });
  task = await createTask(user, project.id, { title: 'Pay', assigneeId: user.id, dueDate: '2020-01-01T00:00:00Z' });
  await owner.api.put(`/tasks/${task.id}`, { description: `Ask @${EMAIL} first`, estimatedHours: 3 });
  await user.api.post(`/tasks/${task.id}/comments`, { body: 'Mine' }, keyed('a-comment'));
  await member.api.put(`/projects/${project.id}/watch`, { level: 'all' });
  await owner.api.post(`/tasks/${task.id}/comments`, { body: `Look @${EMAIL}` }, keyed('naming'));
  await user.api.post(`/tasks/${task.id}/time-entries`, { hours: 1 });
  await attach(service, user, task.id);
  await user.api.put(`/tasks/${task.id}/mute`, { until: '2099-01-01T00:00:00Z' });
  await user.api.post('/views', { name: 'Private', filter: '', layout: 'list', visibility: 'private' });
  await answerAndReview();
  const colleague = await createColleague(owner, {
    projectIds: [project.id],
    notifications: { inbox: true, mail: { to: [owner.id] } },
  });
  await user.api.delete(`/tasks/${task.id}/mute`);
  await scan(owner, colleague);
  await user.api.post(`/webhooks/${webhook.id}/ping`, {}, keyed('a-ping'));
  await finishedDeliveriesOf(owner, webhook, 5);
  return importThem();
}

async function answerAndReview(): Promise<void> {
  const agent = await createAgent(company.owner);
  const { id: taskId } = await createTask(company.owner, project.id, { title: 'Work', delegateId: agent.id });
  const { id } = (await agent.api.post('/work', { taskId })).body.work;
  await agent.api.post(`/work/${id}/ask`, { question: 'Which?' });
  expect((await user.api.post(`/work/${id}/answer`, { text: 'The first' })).status).toBe(200);
  await agent.api.post(`/work/${id}/submit`, { summary: 'Did it' });
  expect((await user.api.post(`/work/${id}/review`, { decision: 'return', comment: 'Tests' })).status).toBe(200);
}

/** Imports whose files name them by their name, by their e-mail and in UTF-16, and one whose file does not. */
async function importThem(): Promise<string[]> {
  const sheet = (people: string) => `id,title,assignee\nA-1,One,${people}\n`;
  const quoted = `"${NAME.replaceAll('"', '""')}"`;
  const input = { source: 'csv', projectId: project.id };
  const ids = [];
  for (const people of [EMAIL.toUpperCase(), 'Max Member']) {
    const { id } = await checkedImport(company.owner, service.baseUrl, input, sheet(people));
    ids.push(id as string);
  }
  const wide = (await company.owner.api.post('/imports', input)).body.id as string;
  const bytes = Buffer.from(`\ufeff${sheet(quoted.replaceAll('""', '"').slice(1, -1).replace(/"/g, ''))}`, 'utf16le');
  await uploadImport(company.owner, service.baseUrl, wide, bytes);
  return [...ids, wide];
}

it('a name and an e-mail are nowhere after an erasure but in what people typed', async () => {
  const [naming, silent] = await doEverything();
  await company.owner.api.post('/exports', {}, keyed('an-export'));
  const exported = await eventuallyReady();
  const isNaming = async (table: string) => (await columnsWith(service.database, NAME.slice(0, 9))).includes(table);
  for (const column of ['comments.body', 'tasks.description', 'events.data', 'works.review', 'inbox_entries.events']) {
    await eventually(`${column} names them`, () => isNaming(column));
  }
  expect(await filesWith(EMAIL)).toEqual([`imports/${company.id}/${naming}`]);

  await company.owner.api.delete(`/users/${user.id}`);
  await eventually('the erasure', async () => (await rows('SELECT 1 FROM erasures')).length === 0);
  expect(await columnsWith(service.database, EMAIL)).toEqual([]);
  for (const part of ['Zacharias', 'Vergesslich']) expect(await columnsWith(service.database, part)).toEqual([]);
  expect(await filesWith(EMAIL, 'Vergesslich')).toEqual([]);

  expect((await scim('GET', `/Users/${user.id}`)).status).toBe(404);
  expect((await scim('GET', '/Users')).text).not.toContain(user.id);
  expect((await company.owner.api.get(`/exports/${exported}`)).status).toBe(404);
  const shown = (await company.owner.api.get(`/tasks/${task.id}`)).body;
  expect(shown.description).toBe(`Ask [@Deleted user ${user.id.slice(-4)}](user:${user.id}) first`);
  expect(await importIn(company.owner, naming!, 'waiting')).toMatchObject({ state: 'waiting' });
  expect((await company.owner.api.post(`/imports/${naming}/check`)).status).toBe(409);
  expect(await importIn(company.owner, silent!, 'checked')).toMatchObject({ state: 'checked' });
});

async function eventuallyReady(): Promise<string> {
  let id = '';
  await eventually('the export', async () => {
    const [row] = (await company.owner.api.get('/exports')).body;
    id = row.id as string;
    return row.state === 'ready';
  });
  return id;
}

it('a name of earlier days is nowhere where the service wrote it beside the id', async () => {
  const { password } = company.owner;
  const input = { email: 'olden@example.com', name: 'Olga Olden', role: 'ADMIN', password };
  const { body: person } = await company.owner.api.post('/users', input);
  const { token } = (await service.api.post('/login', { email: input.email, password })).body;
  const agent = await createAgent(company.owner);
  const { id: taskId } = await createTask(company.owner, project.id, { title: 'Work', delegateId: agent.id });
  const { id } = (await agent.api.post('/work', { taskId })).body.work;
  await agent.api.post(`/work/${id}/submit`, { summary: 'Did it' });
  await service.api.as(token).post(`/work/${id}/review`, { decision: 'return', comment: 'Tests' });
  expect(await columnsWith(service.database, 'Olden')).toContain('works.review');
  await company.owner.api.put(`/users/${person.id}`, { name: 'Nora New' });
  await company.owner.api.delete(`/users/${person.id}`);
  await eventually('the erasure', async () => (await rows('SELECT 1 FROM erasures')).length === 0, 60_000);
  for (const name of ['Olden', 'Nora New']) expect(await columnsWith(service.database, name)).toEqual([]);
});

it('leaves what others typed', async () => {
  const { body: person } = await company.owner.api.post('/users', {
    email: 'typed@example.com',
    name: 'Tilda Typed',
    role: 'MEMBER',
    password: company.owner.password,
  });
  const { id } = await createTask(company.owner, project.id, {
    title: 'For Tilda Typed',
    description: 'Tilda Typed said',
  });
  await company.owner.api.delete(`/users/${person.id}`);
  await eventually('the erasure', async () => (await rows('SELECT 1 FROM erasures')).length === 0);
  expect((await company.owner.api.get(`/tasks/${id}`)).body).toMatchObject({
    title: 'For Tilda Typed',
    description: 'Tilda Typed said',
  });
});

/** JSON that names nobody by the service's doing. A new one is either here or searched by `WrittenNames`. */
const NAMELESS = [
  'audit_people.data',
  'code_connections.rules',
  'code_links.facts',
  'code_links.moved',
  'comments.author_colleague',
  'events.actor_colleague',
  'events.inbox',
  'events.task_projects',
  'events.via',
  'import_references.written',
  'imports.options',
  'imports.position',
  'imports.project',
  'notification_settings.choices',
  'recurrences.schedule',
  'sso_connections.role_map',
  'task_activity.actor_colleague',
  'task_activity.via',
  'task_descriptions.actor_colleague',
  'task_descriptions.via',
  'virtual_colleague_runs.by_rule',
  'virtual_colleague_runs.held',
  'virtual_colleagues.notifications',
  'virtual_colleagues.rules',
  'virtual_colleagues.settings',
  'webhook_deliveries.answers',
  'webhook_deliveries.attempts',
  'work_activities.data',
  'works.links',
  'works.plan',
  'works.question',
  'works.usage',
];

it('knows of every JSON whether it may name somebody', () => {
  const json = service.app
    .get(DataSource)
    .entityMetadatas.flatMap(({ tableName, columns }) =>
      columns
        .filter(({ type }) => type === 'json' || type === 'jsonb')
        .map((column) => `${tableName}.${column.databaseName}`),
    );
  const searched = service.app.get(WrittenNames, { strict: false }).columns;
  expect(json.filter((column) => !searched.includes(column)).toSorted()).toEqual(NAMELESS);
});
