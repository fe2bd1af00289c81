import { exportedFile, checkedImport, startedImport, importIn, type TestImport } from '../support/import-steps.js';
import { startWithCompanies, type TestService } from '../support/test-service.js';
import type { TestCompany } from '../factories/company.factory.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

it('x', async () => {
  const { owner } = company;
  const checked = await checkedImport(owner, service.baseUrl, { source: 'jira_csv', project: { name: 'Shop', key: 'SHOP' } }, exportedFile('jira-cloud.csv'));
  console.log(JSON.stringify(checked, null, 1));
  const done = await startedImport(owner, checked['id']);
  expect(done['error']).toBeNull();
  expect(done['state']).toBe('done');
  expect(done['report']).toEqual(checked['report']);
  const tasks = (await owner.api.get(`/tasks?projectId=${done['projectId']}&include=labels`)).body;
  console.log(JSON.stringify(tasks, null, 1));
  const two = (await owner.api.get('/tasks/SHOP-2')).body;
  console.log(JSON.stringify(two, null, 1), JSON.stringify((await owner.api.get('/tasks/SHOP-2/comments')).body), JSON.stringify((await owner.api.get('/tasks/SHOP-2/activity')).body));
  await owner.api.post(`/imports/${checked['id']}/undo`);
  const undone = await importIn(owner, checked['id'], 'undone');
  console.log(JSON.stringify(undone['report'].kept), undone['state'], undone['error']);
});
