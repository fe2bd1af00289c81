import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readCsvFile } from '../../../src/cli/import/csv-file.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const FIELDS =
  'id,tid,title,description,status,priority,estimatedHours,loggedHours,projectId,assigneeId,delegateId,sprintId,epicId,parentId,' +
  'dueDate,startDate,rank,isBlocked,recurrenceId,createdById,completedAt,createdAt,updatedAt';

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner, { name: '=Project' });
  const labels = [await createLabel(company.owner, { name: 'b' }), await createLabel(company.owner, { name: 'a' })];
  await createTask(company.member, project.id, {
    title: '=SUM(A1), "quoted"',
    description: "'first\r\nsecond",
    status: '-later',
    priority: 'High',
    estimatedHours: 1.5,
    dueDate: '2026-03-01',
    startDate: '2026-02-27',
    assigneeId: company.member.id,
    labelIds: labels.map(({ id }) => id),
    sprintId: (await createSprint(company.owner, project.id, { name: 'Sprint 1' })).id,
    epicId: (await createEpic(company.owner, project.id, { name: '+Epic' })).id,
  });
  await createTask(company.member, project.id, { title: 'Plain' });
});
afterAll(() => service.stop());

/** Not by the support's API, which reads JSON. */
async function csv(query: string, accept = 'text/csv', token = company.viewer.token) {
  const response = await fetch(`${service.baseUrl}/tasks?${query}`, {
    headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}`, Accept: accept },
  });
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() };
}

it('has the rows of the bare list, with names, and no formulas for spreadsheets', async () => {
  const { status, type, text } = await csv(`projectId=${project.id}&sortBy=rank&sortOrder=asc`);
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  expect(text.split('\r\n')[0]).toBe(`${FIELDS},assignee,delegate,project,labels,sprint,epic`);
  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' });
  const [first, second] = rows;
  const { body } = await company.viewer.api.get(`/tasks?projectId=${project.id}&sortBy=rank&sortOrder=asc`);
  expect(first).toEqual({
    ...Object.fromEntries(FIELDS.split(',').map((name) => [name, String(body[0][name] ?? '')])),
    title: '\'=SUM(A1), "quoted"',
    description: "''first\r\nsecond",
    status: "'-later",
    assignee: 'Max Member',
    delegate: '',
    project: "'=Project",
    labels: 'a;b',
    sprint: 'Sprint 1',
    epic: "'+Epic",
  });
  expect(second).toMatchObject({ title: 'Plain', description: '', assignee: '', labels: '', estimatedHours: '' });
});

it('follows fields, include, filters and sort', async () => {
  const query = `projectId=${project.id}&fields=title,tid&include=labels&sortBy=title&sortOrder=desc`;
  expect((await csv(query)).text).toBe(
    `title,tid,labels\r\nPlain,${project.key}-2,\r\n"'=SUM(A1), ""quoted""",${project.key}-1,a;b\r\n`,
  );
  expect((await csv(`projectId=${project.id}&fields=tid&status=nothing`)).text).toBe('tid\r\n');
  const stranger = await csv(`fields=tid`, 'text/csv', company.viewer.token);
  expect(stranger.status).toBe(200);
});

it('is streamed, however long', async () => {
  const { id } = await createProject(company.owner);
  await addTasks(service.database, id, 3_000);
  const { text } = await csv(`projectId=${id}&fields=tid,title`);
  expect(text.split('\r\n')).toHaveLength(3_002);
});

it('is sent only to clients that prefer it, and never in pages', async () => {
  const query = `projectId=${project.id}&fields=tid`;
  for (const accept of ['application/json', '*/*', 'application/json, text/csv;q=0.5']) {
    expect((await csv(query, accept)).type).toMatch(/^application\/json/);
  }
  for (const paging of ['page', 'cursor']) {
    const { status, text } = await csv(`${paging}=${paging === 'page' ? 1 : ''}`);
    const answer = { status, body: JSON.parse(text) };
    expect(refusalOf(answer as never)).toEqual([
      400,
      'VALIDATION_ERROR',
      { [paging]: 'Cannot be given with Accept: text/csv' },
    ]);
  }
  expect((await csv('fields=nothing')).status).toBe(400);
});

it('can be imported again unchanged', async () => {
  const { text } = await csv(`projectId=${project.id}&sortBy=rank&sortOrder=asc`);
  const path = join(temporaryFolder(), 'tasks.csv');
  writeFileSync(path, text);
  const { rows, refused } = await readCsvFile(path);
  expect(refused).toEqual([]);
  expect(rows.map(({ fields }) => fields)).toEqual([
    {
      title: '=SUM(A1), "quoted"',
      description: "'first\r\nsecond",
      status: '-later',
      priority: 'High',
      estimatedHours: 1.5,
      dueDate: '2026-03-01T00:00:00.000Z',
      startDate: '2026-02-27T00:00:00.000Z',
    },
    { title: 'Plain', status: 'Backlog', priority: 'None' },
  ]);
});
