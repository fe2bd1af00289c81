import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DueColleagues } from '#modules/virtual-colleagues/scans/due-colleagues.js';
import { DeliveryQueue } from '#modules/webhooks/delivery/delivery-queue.js';
import { createColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { type SentStatement, shapeOf, statementsOf, unindented } from '../../support/sent-statements.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** `npm run sql` sets it: the files are written anew, with plans at 100,000 tasks. */
const IS_RECORDING = process.env['RECORD_SQL'] !== undefined;
const FOLDER = join(__dirname, '../../../docs/sql');
const PROJECTS = 10;
const TASKS_OF_PROJECT = 10_000;
/** A list is read to its end when this many are not all. */
const FIRST_ROWS = 501;
/** Sent when it is their time, beside whatever is asked: news of events, and callers and filters of webhooks that are not remembered. */
const ASIDE = /events_written|credential_version|w.filter_author_id/;
/** Begins the lines of a plan. It depends on statistics: only the statements are compared. */
const PLAN = '--| ';

let service: TestService;
let company: TestCompany;
let project: TestProject;
let task: TestTask;
let cursor: string;
let position: string;
beforeAll(async () => {
  // Workers and schedulers would send statements of their own.
  service = await startTestService({ processRoles: new Set(['api']) });
  company = await createCompany(service.api);
  project = await createProject(company.owner, { key: 'WEB' });
  await addTasks(service.database, project.id, IS_RECORDING ? TASKS_OF_PROJECT : FIRST_ROWS);
  for (let count = 1; IS_RECORDING && count < PROJECTS; count += 1) {
    await addTasks(service.database, (await createProject(company.owner)).id, TASKS_OF_PROJECT);
  }
  task = await createTask(company.member, project.id);
  await createLabel(company.member);
  await createWebhook(company.admin, { events: ['task.*'] });
  const colleague = await createColleague(company.owner);
  await service.database.rows('UPDATE virtual_colleagues SET next_run_at = now() WHERE id = $1', [colleague.id]);
  cursor = (await get(`/tasks?${OF_PROJECT()}&limit=1&cursor=`)).meta.next;
  position = (await get('/events?limit=1')).meta.next;
  if (IS_RECORDING) await service.database.rows('ANALYZE');
});
afterAll(() => service.stop());

async function get(path: string) {
  const { status, body } = await company.member.api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

async function change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
  const { status, text } = await company.member.api.send(method, path, body);
  if (status > 299) throw new Error(`${method} ${path}: ${text}`);
}

const OF_PROJECT = () => `projectId=${project.id}&sortBy=rank&sortOrder=asc`;
const claim = () =>
  service.app.get(DeliveryQueue).claimDeliveries([{ companyId: company.id, slots: 10, known: new Map(), unknown: 10 }]);
const colleagues = () => service.app.get(DueColleagues);

/** What is done often, or over much: by the file that shows its statements. */
const HOT: Record<string, [what: string, work: () => Promise<unknown>][]> = {
  'task-lists': [
    ['GET /tasks?projectId=…&sortBy=rank', () => get(`/tasks?${OF_PROJECT()}`)],
    ['GET /tasks?projectId=…&page=1', () => get(`/tasks?projectId=${project.id}&page=1`)],
    [
      'GET /tasks?assigneeId=…&status=To Do,In Progress&page=1',
      () => get(`/tasks?assigneeId=${company.member.id}&status=To%20Do,In%20Progress&page=1`),
    ],
    ['GET /tasks?search=…&page=1', () => get('/tasks?search=login&page=1')],
    ['GET /tasks?cursor=…', () => get(`/tasks?${OF_PROJECT()}&limit=1&cursor=${cursor}`)],
  ],
  'one-task': [
    ['GET /tasks/{id}', () => get(`/tasks/${task.id}`)],
    ['GET /tasks/{tid}', () => get(`/tasks/${task.tid}`)],
    ['POST /tasks', () => change('POST', '/tasks', { projectId: project.id, title: 'Another' })],
    ['PUT /tasks/{id}: another lane', () => change('PUT', `/tasks/${task.id}`, { status: 'To Do' })],
    ['PUT /tasks/{id}: Done', () => change('PUT', `/tasks/${task.id}`, { status: 'Done' })],
    ['DELETE /tasks/{id}', () => change('DELETE', `/tasks/${task.id}`)],
  ],
  events: [['GET /events?after=…', () => get(`/events?after=${position}`)]],
  webhooks: [
    ['the companies with due deliveries', () => service.app.get(DeliveryQueue).findDueCompanies()],
    ['the claim of due deliveries', claim],
  ],
  colleagues: [
    ['the companies with due colleagues', () => colleagues().findCompanies(10, [])],
    ['the claim of due colleagues', () => colleagues().claimRuns(company.id, 1)],
  ],
};

async function planOf({ text, values }: SentStatement): Promise<string> {
  const [row] = await service.database.rows(`EXPLAIN (FORMAT JSON) ${text}`, values);
  return shapeOf(row!['QUERY PLAN'][0].Plan)
    .map((line) => `\n${PLAN}${line}`)
    .join('');
}

/** Bounds of partitions that are written into statements, which change from day to day. */
const BOUNDS = /'[\da-f]{8}-[\da-f]{4}-0000-0000-0{12}'/g;
const shown = (text: string) => unindented(text).replaceAll(BOUNDS, "'…'");

const withoutPlans = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith(PLAN))
    .join('\n');

it.each(Object.keys(HOT))('docs/sql/%s.sql shows what is sent; otherwise run: npm run sql', async (name) => {
  const path = join(FOLDER, `${name}.sql`);
  const parts: string[] = [];
  for (const [what, work] of HOT[name]!) {
    parts.push(`-- # ${what}`);
    for (const statement of await statementsOf(work, ASIDE)) {
      parts.push(`${shown(statement.text)};${IS_RECORDING ? await planOf(statement) : ''}`);
    }
  }
  const text = `${parts.join('\n\n')}\n`;
  if (IS_RECORDING) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  } else expect(withoutPlans(readFileSync(path, 'utf8'))).toBe(text);
});
