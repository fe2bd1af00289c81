import { gzipSync } from 'node:zlib';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { checkedImport, importIn, startedImport } from '../../support/import-steps.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const ROWS = 1_000;

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

/** Rows whose parents and blockers come later, with comments. */
function jiraFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index + 1;
    const parent = number % 10 === 0 ? '' : `BIG-${Math.ceil(number / 10) * 10}`;
    const blocks = number % 7 === 0 ? `BIG-${((number * 3) % rows) + 1}` : '';
    return `Task ${number},BIG-${number},To Do,label ${number % 5},${parent},${blocks},05/Jan/26 9:05 AM;ana;Hello ${number}`;
  });
  return ['Summary,Issue key,Status,Labels,Parent key,Outward issue link (Blocks),Comment', ...lines].join('\n');
}

it('goes on where it was when its process stops, and reports what the check did', async () => {
  const { owner } = company;
  const input = { source: 'jira_csv', project: { name: 'Big', key: 'BIG' } };
  const checked = await checkedImport(owner, service.baseUrl, input, jiraFile(ROWS));
  expect(checked['report'].counts).toMatchObject({ tasks: { created: ROWS }, comments: { created: ROWS } });
  await owner.api.post(`/imports/${checked['id']}/start`);
  await eventually(
    'some of it is done',
    async () => (await owner.api.get(`/imports/${checked['id']}`)).body.progress.done > 0,
  );
  await service.app.close();
  const { database, configuration } = service;
  const { dataDirectory } = configuration;
  const next = await startTestService({ dataDirectory }, database);
  const again = { ...owner, api: next.api.as(owner.token) };
  try {
    const done = await importIn(again, checked['id'], 'done');
    expect([done['error'], done['report']]).toEqual([null, checked['report']]);
    const tasks = (await again.api.get(`/tasks?projectId=${done['projectId']}&page=1&limit=1`)).body.meta.pagination
      .total;
    expect(tasks).toBe(ROWS);
    const [comments] = await database.rows<{ count: number }>('SELECT count(*)::int FROM comments');
    expect(comments!.count).toBe(ROWS);
  } finally {
    await next.app.close();
    service = await startTestService({ dataDirectory }, database);
    company = { ...company, owner: { ...owner, api: service.api.as(owner.token) } };
  }
});

it('stops when it is asked to, and goes on when it is started again', async () => {
  const { owner } = company;
  const input = { source: 'jira_csv', project: { name: 'Stop', key: 'STP' } };
  const checked = await checkedImport(owner, service.baseUrl, input, jiraFile(ROWS));
  await owner.api.post(`/imports/${checked['id']}/start`);
  await owner.api.post(`/imports/${checked['id']}/stop`);
  await importIn(owner, checked['id'], 'stopped', 'done');
  const done = await startedImport(owner, checked['id']).catch(() => importIn(owner, checked['id'], 'done'));
  expect(done['report']).toEqual(checked['report']);
});

it('fails soon with what is no text, however large it would be unpacked', async () => {
  const zeros = gzipSync(Buffer.alloc(50_000_000));
  const failed = await checkedImport(
    company.owner,
    service.baseUrl,
    { source: 'csv', project: { name: 'Zip', key: 'ZIP' } },
    zeros,
  );
  expect(failed['state']).toBe('failed');
});
