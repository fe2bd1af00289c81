import type { TestCompany } from '../../factories/company.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { checkedImport, exportedFile, importIn, type Shown, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

const check = (source: string, key: string, bytes: string | Buffer, options = {}) =>
  checkedImport(company.owner, service.baseUrl, { source, project: { name: key, key }, options }, bytes);
const statusesOf = ({ report }: Shown) =>
  report.statuses.map(({ name, category, lane, isLane }: Shown) => [name, category, lane, isLane]);
const put = (id: unknown, mapping: object) => company.owner.api.put(`/imports/${String(id)}`, { mapping });
const lanes = async () => (await company.owner.api.get('/workflow-lanes')).body.map(({ name }: Shown) => name);

it('proposes for a status the first that fits', async () => {
  const rows = [
    ...['Todo', 'in_progress', 'Done ✅', 'Not done', 'Ideas', 'Selected for Development', 'Cancelled'],
    ...['Inactive', 'Unblocked', 'Not started', 'Unresolved'],
  ];
  const row = await check('csv', 'FIT', ['title,status', ...rows.map((status) => `T,${status}`)].join('\n'));
  expect(row['error']).toBeNull();
  expect(statusesOf(row)).toEqual([
    ['Todo', 'todo', 'To Do', true],
    ['in_progress', 'started', 'In Progress', true],
    ['Done ✅', 'done', 'Done', true],
    ...['Not done', 'Ideas', 'Selected for Development'].map((name) => [name, 'todo', name, false]),
    ['Cancelled', 'cancelled', 'Done', true],
    ...['Inactive', 'Unblocked', 'Not started', 'Unresolved'].map((name) => [name, 'todo', name, false]),
  ]);
});

it('believes what the file says before what a word suggests', async () => {
  const file = [
    'Issue key,Summary,Status,Status Category,Resolution,Resolved',
    'B-1,A,Waiting for vendor,In Progress,,',
    'B-2,B,Ready for release,Done,,05/Jan/26 1:00 PM',
    'B-3,C,Done,In Progress,,',
    'B-4,D,Backlog,,Fixed,06/Jan/26 1:00 PM',
    'B-5,E,Accepted,,Unresolved,',
    'B-6,F,To Do,To Do,Fixed,',
  ].join('\n');
  const row = await check('jira_csv', 'BEL', file);
  expect(statusesOf(row)).toEqual([
    ['Waiting for vendor', 'started', 'In Progress', true],
    ['Ready for release', 'done', 'Done', true],
    ['Done', 'started', 'In Progress', true],
    ['Backlog', 'done', 'Done', true],
    ['Accepted', 'todo', 'Accepted', false],
    ['To Do', 'todo', 'To Do', true],
  ]);
  const reasons = row['report'].problems.filter(({ field }: Shown) => field === 'status');
  expect(reasons.map(({ message }: Shown) => message)).toEqual([
    'There is no lane "Waiting for vendor"; by its category it becomes "In Progress"',
    '"Ready for release" becomes "Done": the file says that it is finished',
    '"Done" becomes "In Progress": the file says that it is not finished',
    '"Backlog" becomes "Done": the file says that it is finished',
  ]);
  const done = await startedImport(company.owner, row['id']);
  const tasks = (await company.owner.api.get(`/tasks?projectId=${done['projectId']}&sortBy=rank&sortOrder=asc`)).body;
  expect(tasks.map(({ status, completedAt }: Shown) => [status, completedAt])).toEqual([
    ['In Progress', null],
    ['Done', '2026-01-05T13:00:00.000Z'],
    ['In Progress', null],
    ['Done', '2026-01-06T13:00:00.000Z'],
    ['Accepted', null],
    ['To Do', null],
  ]);
});

it('makes the lanes of the mapping before Done, and undoing takes those that nothing uses', async () => {
  const { owner } = company;
  const before = await lanes();
  const end = before.indexOf('Done');
  const row = await check('trello_json', 'LAN', exportedFile('trello-rich.json'));
  expect(statusesOf(row)).toEqual([
    ['Ideas', 'todo', 'Ideas', false],
    ['Done', 'done', 'Done', true],
    ['Done ✅', 'done', 'Done', true],
  ]);
  const mapping = { statuses: { 'Done ✅': { lane: 'Shipped' }, Ideas: { lane: ' Ideas ' } } };
  const { body } = await put(row['id'], mapping);
  expect(body.mapping.statuses).toEqual(mapping.statuses);
  expect(statusesOf(body)).toEqual([
    ['Ideas', 'todo', 'Ideas', false],
    ['Done', 'done', 'Done', true],
    ['Done ✅', 'done', 'Shipped', false],
  ]);
  const done = await startedImport(owner, row['id']);
  expect(done['report']).toEqual(body.report);
  expect(await lanes()).toEqual([...before.slice(0, end), 'Shipped', 'Ideas', ...before.slice(end)]);
  const again = await checkedImport(
    owner,
    service.baseUrl,
    { source: 'trello_json', projectId: done['projectId'] },
    exportedFile('trello-rich.json'),
  );
  expect(statusesOf(again)).toContainEqual(['Ideas', 'todo', 'Ideas', true]);
  // A place that has moved is no change; a task that is there is a use.
  await owner.api.put('/workflow-lanes', { lanes: ['First', ...(await lanes())] });
  const other = (await owner.api.post('/projects', { name: 'Other', key: 'LANO' })).body;
  await createTask(owner, other.id, { status: 'shipped' });
  await owner.api.post(`/imports/${row['id']}/undo`);
  const undone = await importIn(owner, row['id'], 'undone');
  expect(undone['report'].kept).toMatchObject([{ kind: 'lane', reason: 'It is used' }]);
  expect(await lanes()).toEqual(['First', ...before.slice(0, end), 'Shipped', ...before.slice(end)]);
});

it('refuses a mapping that makes more than 50 lanes', async () => {
  const names = Array.from({ length: 48 }, (_, number) => `Stage ${number}`);
  const row = await check('csv', 'MANY', ['title,status', ...names.map((name) => `T,${name}`)].join('\n'));
  const statuses = Object.fromEntries(names.map((name) => [name, { lane: name }]));
  const { status, body } = await put(row['id'], { statuses });
  expect([status, body.error.details]).toEqual([400, { mapping: expect.stringContaining('at most 50 lanes') }]);
  const few = Object.fromEntries(names.slice(0, 2).map((name) => [name, { lane: 'Stage' }]));
  expect((await put(row['id'], { statuses: few })).status).toBe(200);
});

it('gives new labels the colors that they had, and leaves those that are here', async () => {
  const { owner } = company;
  await owner.api.post('/labels', { name: 'BUG', color: '#123456' });
  const row = await check('github_json', 'COL', exportedFile('github-rest.json'));
  const done = await startedImport(owner, row['id']);
  const labels = (await owner.api.get('/labels')).body;
  expect(labels).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'BUG', color: '#123456' }),
      expect.objectContaining({ name: 'cli', color: '#0E8A16' }),
    ]),
  );
  const [, task] = (await owner.api.get(`/tasks?projectId=${done['projectId']}&sortBy=rank&sortOrder=asc`)).body;
  expect(task.description).toBe('octo-ana, 1 March 2026:\n\nIt stops\n\nAlso assigned: octo-ben, octo-cleo');
});

it('takes the order of dates from the options', async () => {
  const file = 'title,due date\nA,03/04/2026\n';
  const { report } = await check('csv', 'DATE', file, { dateFormat: 'dmy' });
  expect(report.problems).toEqual([]);
  const input = { source: 'csv', project: { name: 'x', key: 'DATF' }, options: { dateFormat: 'dym' } };
  expect((await company.owner.api.post('/imports', input)).body.error.details).toEqual({
    'options.dateFormat': expect.stringContaining('dmy, mdy, ymd'),
  });
});
