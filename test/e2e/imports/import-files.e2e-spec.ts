import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCompany } from '../../factories/company.factory.js';
import { checkedImport, exportedFile, importIn, type Shown, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const SOURCES: Readonly<Record<string, string>> = {
  asana: 'asana_csv',
  github: 'github_json',
  jira: 'jira_csv',
  linear: 'linear_csv',
  plane: 'csv',
  trello: 'trello_json',
};
const FILES = readdirSync(join(import.meta.dirname, '../../imports/files')).filter((name) => name !== 'expected.json');
const THINGS = ['tasks', 'labels', 'workflow-lanes', 'projects', 'users', 'epics', 'sprints'];

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

const here = () =>
  Promise.all(THINGS.map(async (thing) => [thing, (await company.owner.api.get<object[]>(`/${thing}`)).body.length]));

it.each(FILES)('checks %s for what a start does, which again does nothing, and undone leaves nothing', async (name) => {
  const { owner } = company;
  const bytes = exportedFile(name);
  const before = await here();
  const source = SOURCES[name.slice(0, name.search(/[-.]/))];
  const input = { source, options: { archived: true } };
  const key = `K${FILES.indexOf(name)}`;
  const checked = await checkedImport(owner, service.baseUrl, { ...input, project: { name, key } }, bytes);
  expect([checked['state'], checked['error']]).toEqual(['checked', null]);
  const others = checked['report'].statuses.filter(({ isLane }: Shown) => !isLane);
  const statuses = Object.fromEntries(others.map((status: Shown) => [status.name, { lane: status.lane }]));
  const { body: mapped } = await owner.api.put(`/imports/${checked['id']}`, { mapping: { statuses } });
  const done = await startedImport(owner, checked['id']);
  expect(done['report']).toEqual(mapped.report);
  const again = await checkedImport(owner, service.baseUrl, { ...input, projectId: done['projectId'] }, bytes);
  await owner.api.put(`/imports/${again['id']}`, { mapping: { statuses } });
  const { counts } = (await startedImport(owner, again['id']))['report'];
  for (const [thing, outcomes] of Object.entries(counts))
    expect([thing, outcomes]).toEqual([thing, expect.objectContaining({ created: 0, updated: 0 })]);
  for (const id of [again['id'], checked['id']]) {
    await owner.api.post(`/imports/${id}/undo`);
    expect((await importIn(owner, id, 'undone'))['report'].kept).toEqual([]);
  }
  expect(await here()).toEqual(before);
});
