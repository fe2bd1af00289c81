import { callBytes } from '../../factories/attachment.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { checkedImport, type Shown, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import type { TestCompany } from '../../factories/company.factory.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

const NAMES = ['a;b', 'plain, with comma', '"quoted"', "'=guarded", '=1;2', '5" disk'];

it("the service's own CSV brings labels as they were, whatever is in their names", async () => {
  const { owner } = company;
  const project = await createProject(owner, { key: 'FROM' });
  const labels = [];
  for (const name of NAMES) labels.push(await createLabel(owner, { name }));
  await createTask(owner, project.id, { title: 'All', labelIds: labels.map(({ id }) => id) });
  for (const { id, name } of labels) await createTask(owner, project.id, { title: name, labelIds: [id] });
  const headers = { Accept: 'text/csv' };
  const { bytes } = await callBytes(service, owner.token, `/api/tasks?projectId=${project.id}`, { headers });
  const input = { source: 'csv', project: { name: 'Into', key: 'INTO' } };
  const checked = await checkedImport(owner, service.baseUrl, input, bytes);
  const done = await startedImport(owner, checked['id'] as string);
  expect(done['report']).toMatchObject({ problems: [], counts: { labels: { created: 0, unchanged: NAMES.length } } });
  const tasksOf = async (projectId: unknown) => {
    const { body } = await owner.api.get(`/tasks?projectId=${String(projectId)}&include=labels`);
    return body.map(({ title, labels: of }: Shown) => [title, of.map(({ id }: Shown) => id).sort()]).sort();
  };
  expect(await tasksOf(done['projectId'])).toEqual(await tasksOf(project.id));
});
