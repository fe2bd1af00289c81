import { createColleague } from '../../factories/colleague.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createRecurrence } from '../../factories/recurrence.factory.js';
import { createTeam, joinTeam } from '../../factories/team.factory.js';
import { createTemplate } from '../../factories/template.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

type Json = Record<string, unknown>;

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
});
afterAll(() => service.stop());

/** A resource of each kind that is written back, a change of it, and fields that move by themselves. */
const RESOURCES: [name: string, make: () => Promise<{ id: string }>, change: Json, moving: Json][] = [
  ['tasks', () => createFullTask(), { title: 'Changed' }, { watching: 1, work: 'old', attachments: [1], mutes: null }],
  ['projects', () => createFullProject(), { name: 'Changed' }, { taskCount: 99, watchLevel: 'old' }],
  ['virtual-colleagues', () => createColleague(company.owner), { name: 'Changed' }, { nextRuns: [], lastRunAt: 'old' }],
  ['sprints', () => createSprint(company.owner, project.id), { name: 'Changed' }, { totals: null }],
  ['epics', () => createEpic(company.owner, project.id), { name: 'Changed' }, { progress: {} }],
  ['webhooks', () => createFullWebhook(), { retryCount: 1 }, { health: null, disabledAt: 'old', broken: 1 }],
  ['views', () => createView(), { name: 'Changed' }, { favorite: 'old', position: 17 }],
  ['recurrences', () => createFullRecurrence(), { onlyOneOpen: true }, { words: 'old', nextAt: null, made: 17 }],
  ['templates', () => createFullTemplate(), { description: 'Changed' }, {}],
  ['labels', () => createLabel(company.owner), { color: '#123456' }, {}],
  ['teams', () => createFullTeam(), { name: 'Changed' }, {}],
];

function createFullRecurrence(): Promise<{ id: string }> {
  const skip = { dates: ['2099-12-24'], days: ['sun'], shift: 'before' };
  const schedule = { frequency: 'yearly', nth: { week: -1, day: 'mon' }, month: 5, until: '2100-12-31', skip };
  return createRecurrence(company.owner, project.id, { schedule, subtasks: [{ title: 'Below' }] });
}

function createFullTemplate(): Promise<{ id: string }> {
  const task = { title: '{{date}}', assigneeId: 'creator', dueIn: { days: 3, time: '09:00' } };
  const subtasks = [{ title: 'Below', assigneeId: 'parent' }];
  return createTemplate(company.owner, project.id, { description: 'It is *due*.', task, subtasks });
}

async function createFullTask(): Promise<{ id: string }> {
  const { owner } = company;
  const label = await createLabel(owner);
  return createTask(owner, project.id, { labelIds: [label.id], assigneeId: owner.id, description: 'It is *due*.' });
}

async function createFullProject(): Promise<{ id: string }> {
  const created = await createProject(company.owner);
  const member = await createUser(company.owner, 'MEMBER');
  await company.owner.api.put(`/projects/${created.id}/members/${member.id}`, { role: 'lead' });
  return created;
}

function createFullWebhook(): Promise<{ id: string }> {
  return createWebhook(company.owner, { headers: { 'X-Key': 'hidden' }, filter: 'priority = high' });
}

async function createView(): Promise<{ id: string }> {
  return (await company.owner.api.post<{ id: string }>('/views', { name: 'Mine', filter: 'priority = high' })).body;
}

async function createFullTeam(): Promise<{ id: string }> {
  const team = await createTeam(company.owner);
  await joinTeam(company.owner, team, company.owner);
  return team;
}

describe.each(RESOURCES)('one of the %s', (name, make, change, moving) => {
  const read = async (path: string) => (await company.owner.api.get<Json>(path)).body;

  it('is written back as it was read, and changed so', async () => {
    const path = `/${name}/${(await make()).id}`;
    const shown = await read(path);
    expect((await company.owner.api.put(path, shown)).status).toBe(200);
    expect({ ...(await read(path)), updatedAt: 0 }).toEqual({ ...shown, updatedAt: 0 });
    expect((await company.owner.api.put(path, { ...shown, ...change })).body).toMatchObject(change);
  });

  it('keeps what nobody sets', async () => {
    const path = `/${name}/${(await make()).id}`;
    const answer = await company.owner.api.put(path, { ...change, createdAt: '2020-01-01T00:00:00.000Z', id: 7 });
    const details = { id: 'Cannot be changed', createdAt: 'Cannot be changed' };
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
    expect(await read(path)).not.toMatchObject(change);
  });

  it('takes any value of what moves by itself', async () => {
    const path = `/${name}/${(await make()).id}`;
    const input = { ...change, ...moving, updatedAt: 'long ago' };
    expect((await company.owner.api.put(path, input)).body).toMatchObject(change);
  });

  it('is looked for first', async () => {
    const { owner: other } = await createCompany(service.api);
    const { id } = await make();
    for (const [api, path] of [
      [company.owner.api, `/${name}/${UNKNOWN_ID}`],
      [other.api, `/${name}/${id}`],
    ] as const) {
      expect((await api.put(path, { createdAt: 'never' })).status).toBe(404);
      const unknown = await api.put(path, { createdon: 'never' });
      expect(refusalOf(unknown)).toEqual([400, 'VALIDATION_ERROR', { createdon: 'Unknown field' }]);
    }
  });

  it('is not taken where it is made', async () => {
    const answer = await company.owner.api.post(`/${name}`, { createdAt: '2020-01-01T00:00:00.000Z' });
    expect(refusalOf(answer)[2]).toMatchObject({ createdAt: 'Unknown field' });
  });
});

it('is for those who may write', async () => {
  const [member, viewer] = await Promise.all([
    createUser(company.owner, 'MEMBER'),
    createUser(company.owner, 'VIEWER'),
  ]);
  const path = `/tasks/${(await createTask(company.owner, project.id)).id}`;
  expect((await member.api.put(path, (await member.api.get<Json>(path)).body)).status).toBe(200);
  expect(result(await viewer.api.put(path, (await viewer.api.get<Json>(path)).body))).toEqual(FORBIDDEN);
});

it('names what is wrong of the settable fields once the others are as they were', async () => {
  const path = `/labels/${(await createLabel(company.owner)).id}`;
  const { body: shown } = await company.owner.api.get<Json>(path);
  const answer = await company.owner.api.put(path, { ...shown, color: 'red', size: 1 });
  expect(refusalOf(answer)).toMatchObject([400, 'VALIDATION_ERROR', { size: 'Unknown field' }]);
});
