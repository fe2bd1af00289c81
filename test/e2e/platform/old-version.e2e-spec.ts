import { DataSource, type MigrationInterface } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { migrate } from '#core/database/schema/migrate.js';
import { createApiKey, type TestApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createResources, pick, resourceOf, type Resources } from '../../factories/resources.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const OTHER_VERSION = 'The database is of another version of the service, which alone may change it';

/** What is no GET and writes nothing; a reset of a password is 202 whatever comes of it. */
const READS = [
  'DELETE /session',
  'POST /filters/check',
  'POST /password-reset',
  'POST /recurrences/preview',
  'POST /unsubscribe',
  'POST /virtual-colleagues/preview',
  'POST /virtual-colleagues/{id}/preview',
];

/** It never ends; and what is in the audit log each time. */
const ASIDE = ['GET /events/stream', 'GET /exports/{id}/content'];

/** Everything in the tables of companies, and those beside them. */
const CONTENT = `SELECT c.relname AS table, md5(query_to_xml(format('SELECT t::text FROM %s t ORDER BY 1', c.oid::regclass),
    false, false, '')::text) AS content
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY 1`;

let service: TestService;
let company: TestCompany;
let resources: Resources;
let operations: Operation[];
let apiKey: TestApiKey;
let webhook: string;
let readBefore: Map<string, number>;
let waited: Promise<Answer>;
let content: object[];
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
  resources = await createResources(company);
  operations = (await findOperations(service.api)).filter(({ name }) => !ASIDE.includes(name));
  apiKey = await createApiKey(company.owner);
  webhook = (await createWebhook(company.owner, {})).id;
  readBefore = await read();
  await becomeOld();
  content = await service.database.rows(CONTENT);
});
afterAll(() => service.stop());

/** Migrates the database as a newer version does. A write comes meanwhile. */
async function becomeOld(): Promise<void> {
  class NewerVersion9999999999999 implements MigrationInterface {
    name = 'NewerVersion9999999999999';
    async up(): Promise<void> {
      waited = company.owner.api.post('/users', { email: 'late@example.org', name: 'Late', role: 'MEMBER' });
      await service.database.lockWaits();
    }
    down = () => Promise.resolve();
  }
  const options = dataSourceOptions(service.database.url, 2);
  const migrations = [...(options.migrations as []), NewerVersion9999999999999];
  const newer = await new DataSource({ ...options, migrations }).initialize();
  await migrate(newer);
  await newer.destroy();
}

const pathOf = (operation: Operation) =>
  fill(
    operation,
    operation.parameters.map((name) => pick(resources, resourceOf(name, operation.path))),
  );

/** The status of every GET. */
async function read(): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { status } = await company.owner.api.get(`${pathOf(operation)}?${operation.requiredQuery}`);
    statuses.set(operation.name, status);
  }
  return statuses;
}

it('refuses a write that came while a newer version migrated', async () => {
  expect(refusalOf(await waited)).toEqual([503, 'SERVICE_UNAVAILABLE', OTHER_VERSION]);
});

it.each<[string, () => [path: string, body?: object]]>([
  ['POST', () => ['/tasks', { title: 'Task', projectId: resources['projects'] }]],
  ['PUT', () => [`/tasks/${resources['tasks']}`, { title: 'Other' }]],
  ['DELETE', () => [`/tasks/${resources['tasks']}`]],
  ['PUT', () => ['/workflow-lanes', { lanes: ['Other', 'Done'] }]],
  ['POST', () => ['/api-keys', { name: 'Other' }]],
  ['DELETE', () => [`/api-keys/${apiKey.id}`]],
  ['POST', () => ['/webhooks', { url: 'https://example.org/', events: ['*'], secret: 'secret' }]],
  ['PUT', () => [`/webhooks/${webhook}`, { active: false }]],
  ['DELETE', () => [`/webhooks/${webhook}`]],
  ['PUT', () => [`/users/${company.member.id}`, { role: 'VIEWER' }]],
  ['POST', () => ['/virtual-colleagues', { name: 'Other', role: 'member' }]],
  ['DELETE', () => [`/virtual-colleagues/${resources['virtual-colleagues']}`]],
  ['POST', () => ['/views', { name: 'Other' }]],
  ['DELETE', () => [`/views/${resources['views']}`]],
  ['PUT', () => [`/tasks/${resources['tasks']}/watch`]],
  ['POST', () => ['/login', { email: company.owner.email, password: company.owner.password }]],
])('refuses %s of what has events and what has none (%#)', async (method, request) => {
  const answer = await company.owner.api.send(method, ...request());
  expect(refusalOf(answer)).toEqual([503, 'SERVICE_UNAVAILABLE', OTHER_VERSION]);
});

it('takes no write at all', async () => {
  const taken: string[] = [];
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    const { status } = await company.owner.api.send(operation.method, pathOf(operation), operation.body);
    if (status < 300) taken.push(operation.name);
  }
  expect(taken.filter((name) => !READS.includes(name))).toEqual([]);
});

it('goes on to read', async () => {
  expect(await read()).toEqual(readBefore);
  expect((await apiKey.api.get('/tasks')).status).toBe(200);
});

it('has changed nothing in the database', async () => {
  const now = await service.database.rows(CONTENT);
  expect(now).toEqual(content);
});
