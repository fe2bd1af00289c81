import type { EventBody } from '#core/events/event-catalogue.js';
import { EVENT_NAMES } from '#modules/event-types/event-types.service.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

interface EventType {
  name: string;
  description: string;
  example: EventBody;
}

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const types = async () => (await company.viewer.api.get<EventType[]>('/event-types')).body;

async function post<Body extends { id: string }>(path: string, body: object = {}): Promise<Body> {
  const answer = await company.owner.api.post<Body>(path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
}

async function changeTasks(project: TestProject): Promise<void> {
  const { api, id: assigneeId } = company.member;
  const task = await createTask(company.member, project.id, { description: 'x', assigneeId });
  await post(`/tasks/${task.id}/comments`, { body: 'Comment' });
  await api.put(`/tasks/${task.id}`, { status: 'Done' });
  const label = await post('/labels', { name: 'Label' });
  await api.put(`/labels/${label.id}`, { name: 'Name' });
  await api.put(`/tasks/${task.id}`, { labelIds: [label.id] });
  await api.delete(`/labels/${label.id}`);
  await api.delete(`/tasks/${task.id}`);
}

async function changePlans({ id: projectId }: TestProject): Promise<void> {
  const { api } = company.member;
  const [completed, cancelled] = [
    await post('/sprints', { name: 'S', projectId }),
    await post('/sprints', { name: 'S', projectId }),
  ];
  await post(`/sprints/${completed.id}/start`);
  await post(`/sprints/${completed.id}/complete`);
  await post(`/sprints/${cancelled.id}/cancel`);
  const epic = await post('/epics', { name: 'E', projectId });
  await api.put(`/epics/${epic.id}`, { name: 'Epic' });
  await api.delete(`/epics/${epic.id}`);
}

async function changeTeamsAndProjects(project: TestProject): Promise<void> {
  const { api } = company.owner;
  const team = await post('/teams', { name: 'T' });
  await api.put(`/teams/${team.id}`, { name: 'Team' });
  await post(`/teams/${team.id}/members`, { userId: company.viewer.id });
  await api.delete(`/teams/${team.id}/members/${company.viewer.id}`);
  await api.put(`/projects/${project.id}`, { name: 'Name' });
  await post(`/projects/${project.id}/archive`);
  await api.delete(`/projects/${project.id}`);
}

/** The data of one event of each name. */
async function eventsMade(): Promise<Map<string, object>> {
  const project = await createProject(company.owner);
  await changeTasks(project);
  await changePlans(project);
  await changeTeamsAndProjects(project);
  const rows = await service.database.rows<{ name: string; data: object }>(
    'SELECT DISTINCT ON (name) name, data FROM events WHERE company_id = $1 ORDER BY name, id',
    [company.id],
  );
  return new Map(rows.map(({ name, data }) => [name, data]));
}

describe('GET /event-types', () => {
  it('returns every event of the specification, in its order, with a description', async () => {
    const all = await types();
    expect(all.map(({ name }) => name)).toEqual(EVENT_NAMES);
    expect(all.every(({ description }) => /^An? |^All /.test(description))).toBe(true);
    expect(all.map(({ example }) => example.event)).toEqual(EVENT_NAMES);
    expect(Object.keys(all[0]!)).toEqual(['name', 'description', 'example']);
    expect(Object.keys(all[0]!.example)).toEqual(['event', 'timestamp', 'data']);
  });

  it('has examples with exactly the sent fields', async () => {
    const made = await eventsMade();
    const shown = new Map((await types()).map(({ name, example }) => [name, example.data]));
    const fieldsOf = (events: Map<string, object>) =>
      Object.fromEntries([...events].map(([name, data]) => [name, Object.keys(data).sort()]));
    expect(fieldsOf(shown)).toEqual(fieldsOf(made));
  });

  it('is allowed to everyone, and accepts no parameters', async () => {
    for (const { api } of [company.viewer, company.member, company.admin]) {
      expect((await api.get('/event-types')).body).toHaveLength(25);
    }
    const refusal = [400, 'VALIDATION_ERROR', { page: 'Unknown parameter' }];
    expect(refusalOf(await company.viewer.api.get('/event-types?page=1'))).toEqual(refusal);
    expect((await service.api.get('/event-types')).status).toBe(401);
  });
});
