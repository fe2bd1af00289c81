import { type TestCompany } from '../../factories/company.factory.js';
import { openApiDocument } from '../../support/openapi-document.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** The 25 events, each with the resource as its list shows it and what the event adds to it. */

interface EventRow {
  name: string;
  projectId: string | null;
  data: unknown;
}

const NAMES = {
  task: ['assigned', 'commented', 'completed', 'created', 'deleted', 'updated'],
  project: ['archived', 'created', 'deleted', 'updated'],
  sprint: ['cancelled', 'completed', 'created', 'started'],
  team: ['created', 'member_added', 'member_removed', 'updated'],
  label: ['completed', 'created', 'deleted', 'updated'],
  epic: ['created', 'deleted', 'updated'],
};

let service: TestService;
let company: TestCompany;
let project: { id: string };
const emitted = new Set<string>();
let seen = 0;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await send('POST', '/projects', { name: 'Project' });
  await newEvents();
});
afterAll(() => service.stop());

/** Makes a change; gives what is answered. */
async function send<Body = { id: string }>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await company.owner.api.send<Body>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** What has happened since this was last asked, the oldest first. */
async function newEvents(): Promise<EventRow[]> {
  const rows = await service.database.rows<EventRow & Record<string, unknown>>(
    'SELECT name, project_id AS "projectId", data FROM events WHERE company_id = $1 ORDER BY id OFFSET $2',
    [company.id, seen],
  );
  seen += rows.length;
  for (const { name } of rows) emitted.add(name);
  return rows;
}

/** The resource as its list shows it. */
async function listed(resource: string, { id }: { id: string }): Promise<Record<string, unknown>> {
  const items = await send<Record<string, unknown>[]>('GET', `/${resource}`);
  return items.find((item) => item['id'] === id)!;
}

const own = (name: string, data: unknown): EventRow => ({ name, projectId: project.id, data });
const companyWide = (name: string, data: unknown): EventRow => ({ name, projectId: null, data });

describe('events', () => {
  it('tell of sprints', async () => {
    const [first, second] = [
      await send('POST', '/sprints', { projectId: project.id, name: 'First' }),
      await send('POST', '/sprints', { projectId: project.id, name: 'Second' }),
    ];
    expect(await newEvents()).toEqual([own('sprint.created', first), own('sprint.created', second)]);
    await send('POST', `/sprints/${first.id}/start`);
    expect(await newEvents()).toEqual([own('sprint.started', await listed('sprints', first))]);
    await send('POST', `/sprints/${first.id}/complete`);
    expect(await newEvents()).toEqual([own('sprint.completed', await listed('sprints', first))]);
    await send('PUT', `/sprints/${second.id}`, { name: 'Renamed' });
    await send('POST', `/sprints/${second.id}/cancel`);
    expect(await newEvents()).toEqual([own('sprint.cancelled', await listed('sprints', second))]);
  });

  it('tell of epics', async () => {
    const epic = await send('POST', '/epics', { projectId: project.id, name: 'Epic' });
    expect(await newEvents()).toEqual([own('epic.created', epic)]);
    await send('PUT', `/epics/${epic.id}`, { color: '#000000' });
    const changed = await listed('epics', epic);
    const changes = { color: { from: '#808080', to: '#000000' } };
    expect(await newEvents()).toEqual([own('epic.updated', { ...changed, changes })]);
    await send('DELETE', `/epics/${epic.id}`);
    expect(await newEvents()).toEqual([own('epic.deleted', changed)]);
  });

  it('tell of labels and tasks', async () => {
    const { member } = company;
    const label = await send('POST', '/labels', { name: 'Label' });
    expect(await newEvents()).toEqual([companyWide('label.created', label)]);
    const task = await send('POST', '/tasks', { title: 'Task', projectId: project.id, labelIds: [label.id] });
    const { custom, ...created } = task as { id: string; custom: object };
    expect(custom).toEqual({});
    expect(await newEvents()).toEqual([own('task.created', created)]);
    const answer = await send('POST', `/tasks/${task.id}/comments`, { body: 'Comment' });
    const { mentions: _mentions, ...comment } = answer as { id: string; mentions: [] };
    expect(await newEvents()).toEqual([own('task.commented', { ...created, comment })]);
    await send('PUT', `/tasks/${task.id}`, { status: 'Done', assigneeId: member.id });
    const { custom: _none, ...done } = await listed('tasks', task);
    const changes = { status: { from: 'Backlog', to: 'Done' }, assigneeId: { from: null, to: member.id } };
    expect(await newEvents()).toEqual([
      own('task.updated', { ...done, changes }),
      own('task.completed', done),
      own('task.assigned', { ...done, assignee: { id: member.id, name: member.name } }),
      companyWide('label.completed', label),
    ]);
    await send('DELETE', `/tasks/${task.id}`);
    expect(await newEvents()).toEqual([own('task.deleted', done)]);
    await send('PUT', `/labels/${label.id}`, { name: 'Renamed' });
    const renamed = await listed('labels', label);
    const naming = { name: { from: 'Label', to: 'Renamed' } };
    await send('DELETE', `/labels/${label.id}`);
    expect(await newEvents()).toEqual([
      companyWide('label.updated', { ...renamed, changes: naming }),
      companyWide('label.deleted', renamed),
    ]);
  });

  it('tell of teams', async () => {
    const { id, name } = company.member;
    const team = await send('POST', '/teams', { name: 'Team' });
    expect(await newEvents()).toEqual([companyWide('team.created', team)]);
    await send('PUT', `/teams/${team.id}`, { name: 'Renamed' });
    const changes = { name: { from: 'Team', to: 'Renamed' } };
    expect(await newEvents()).toEqual([companyWide('team.updated', { ...(await listed('teams', team)), changes })]);
    const member = { id, name };
    await send('POST', `/teams/${team.id}/members`, { userId: id });
    expect(await newEvents()).toEqual([companyWide('team.member_added', { ...(await listed('teams', team)), member })]);
    await send('DELETE', `/teams/${team.id}/members/${id}`);
    const left = { ...(await listed('teams', team)), member };
    expect(await newEvents()).toEqual([companyWide('team.member_removed', left)]);
  });

  it('tell of projects', async () => {
    project = await send('POST', '/projects', { name: 'Other' });
    expect(await newEvents()).toEqual([own('project.created', project)]);
    await send('PUT', `/projects/${project.id}`, { description: 'Some' });
    const changed = await listed('projects', project);
    const changes = { description: { from: null, to: 'Some' } };
    expect(await newEvents()).toEqual([own('project.updated', { ...changed, changes })]);
    await send('POST', `/projects/${project.id}/archive`);
    const archived = await listed('projects', project);
    expect(await newEvents()).toEqual([own('project.archived', archived)]);
    await send('DELETE', `/projects/${project.id}`);
    expect(await newEvents()).toEqual([own('project.deleted', archived)]);
  });

  it('are the 25 of the specification, and no others, and webhooks may ask for each, for a group and for all', async () => {
    const expected = Object.entries(NAMES).flatMap(([resource, events]) =>
      events.map((event) => `${resource}.${event}`),
    );
    expect(expected).toHaveLength(25);
    expect([...emitted].sort()).toEqual(expected.sort());
    const { WebhookEvent } = openApiDocument.components!.schemas!;
    const groups = Object.keys(NAMES).map((resource) => `${resource}.*`);
    expect([...(WebhookEvent as { enum: string[] }).enum].sort()).toEqual([...expected, ...groups, '*'].sort());
  });
});
