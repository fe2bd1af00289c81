import { callBytes } from '../../factories/attachment.factory.js';
import { parse } from 'csv-parse/sync';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
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

const NAMES = ['a;b', 'plain, with comma', '"quoted"', "'=guarded", '=1;2', '＝1＋1', "'＠b", '5" disk'];

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

it("the service's own CSV comes back equal: completedAt, sprint and epic, and statuses as they were", async () => {
  const { owner } = company;
  const project = await createProject(owner, { key: 'EQUAL' });
  const sprint = await createSprint(owner, project.id, { name: 'Sprint 1' });
  const epic = await createEpic(owner, project.id, { name: '=Epic' });
  const done = await createTask(owner, project.id, { title: 'One', sprintId: sprint.id, epicId: epic.id });
  await owner.api.put(`/tasks/${done.id}`, { status: 'Done', loggedHours: 1.25 });
  // No lane, and what other trackers call the end.
  await createTask(owner, project.id, { title: 'Two', status: 'Released', parentId: done.id });
  await createTask(owner, project.id, { title: 'Three', status: "Won't do", estimatedHours: 1_234.5 });
  const csvOf = async (projectId: unknown) => {
    const path = `/api/tasks?projectId=${String(projectId)}&sortBy=rank&sortOrder=asc`;
    const { bytes } = await callBytes(service, owner.token, path, { headers: { Accept: 'text/csv' } });
    return bytes;
  };
  const before = await csvOf(project.id);
  const input = { source: 'csv', project: { name: 'Equal', key: 'EQUA2' } };
  const checked = await checkedImport(owner, service.baseUrl, input, before);
  expect(checked['report']).toMatchObject({ problems: [], counts: { epics: { created: 1 }, sprints: { created: 1 } } });
  const imported = await startedImport(owner, checked['id'] as string);
  const rowsOf = (bytes: Buffer) => parse<Record<string, string>>(bytes, { columns: true });
  const own = ['id', 'tid', 'projectId', 'project', 'parentId', 'sprintId', 'epicId', 'rank'];
  const compared = (rows: Record<string, string>[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))));
  const after = rowsOf(await csvOf(imported['projectId']));
  expect(compared(after)).toEqual(compared(rowsOf(before)));
  expect(after[0]).toMatchObject({ completedAt: expect.stringMatching(/^\d{4}/), sprint: 'Sprint 1', epic: "'=Epic" });
});
