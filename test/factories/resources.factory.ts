import { actionsOf, scan } from './colleague.factory.js';
import { randomUUID } from 'node:crypto';
import { dayIn } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import type { TestCompany, TestUser } from './company.factory.js';
import { createAgent } from './agent.factory.js';
import { createWebhook, deliveriesOf, finishedDeliveriesOf, type TestWebhook } from './webhook.factory.js';

/** An id of each kind of resource, by the first part of its path. */
export type Resources = Record<string, string>;

/** What everyone in a company reaches; all else belongs to a project, or to one user, and can be out of reach. */
export const COMPANY_WIDE = [
  'companies',
  'exports',
  'imports',
  'users',
  'teams',
  'labels',
  'fields',
  'views',
  'virtual-colleagues',
  'workflow-lanes',
  'webhooks',
  'code-connections',
  'code',
  'deliveries',
  'sessions',
];

/** What an id refers to whose name does not say it: `projectId` and `projectIds` are ids of `projects`. */
const RESOURCES_OF_NAMES: Record<string, string> = {
  assigneeId: 'users',
  ownerId: 'users',
  delegateId: 'virtual-colleagues',
  colleagueId: 'virtual-colleagues',
  actorId: 'users',
  personId: 'users',
  targetId: 'users',
  parentId: 'tasks',
  beforeId: 'tasks',
  afterId: 'tasks',
  ids: 'tasks',
  moveOpenTo: 'sprints',
  mutedColleagueIds: 'virtual-colleagues',
  agentIds: 'virtual-colleagues',
  mutedProjectIds: 'projects',
};

/** Of this machine, where nothing listens. */
const UNREACHABLE = 'http://127.0.0.1:9/';

let sequence = 0;

/**
 * Makes one of everything in a company, in a project that `project` says more of. Without a worker its delivery stays
 * pending.
 */
export async function createResources(
  { owner, member, admin }: TestCompany,
  project: object = {},
  { hasWorker = true } = {},
): Promise<Resources> {
  const make = async (path: string, input: object): Promise<string> => {
    const { status, body } = await owner.api.post<{ id: string }>(path, input);
    if (status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(body)}`);
    return body.id;
  };
  sequence += 1;
  const projects = await make('/projects', { name: 'Project', ...project });
  const tasks = await make('/tasks', { title: 'Task', projectId: projects });
  const teams = await make('/teams', { name: 'Team' });
  const labels = await make('/labels', { name: `Label ${sequence}` });
  const fields = await make('/fields', { name: `Field ${sequence}`, type: 'text' });
  const views = await make('/views', { name: 'View', visibility: 'company' });
  const feeds = await make('/calendar-feeds', { name: 'Mine', mine: true });
  const connections = await make('/code-connections', { name: 'Forge', provider: 'github', projectIds: [] });
  const templates = await make('/templates', { name: 'Template', projectId: projects, task: { title: 'Made' } });
  const recurrences = await make('/recurrences', {
    name: 'Recurrence',
    projectId: projects,
    task: { title: 'Made' },
    schedule: { frequency: 'yearly', month: 5, dayOfMonth: 4 },
  });
  const apiKeys = await make('/api-keys', { name: 'Key' });
  const comments = await make(`/tasks/${tasks}/comments`, { body: 'Comment' });
  const attachments = await make(`/tasks/${tasks}/attachments`, {
    name: 'notes.txt',
    size: 5,
    contentType: 'text/plain',
  });
  await owner.api.put(`/attachments/${attachments}/content`, 'Notes');
  const promises = await make(`/tasks/${tasks}/promises`, { until: dayIn(1) });
  const linked = await make('/tasks', { title: 'Linked', projectId: projects });
  const links = await make(`/tasks/${tasks}/links`, { taskId: linked, type: 'relates' });
  await owner.api.put(`/tasks/${tasks}`, { description: 'First' });
  await owner.api.put(`/tasks/${tasks}`, { description: '' });
  const descriptions = await firstDescription(owner, tasks);
  const timeEntries = await make(`/tasks/${tasks}/time-entries`, { hours: 1 });
  const sprints = await make('/sprints', { name: 'Sprint', projectId: projects });
  const epics = await make('/epics', { name: 'Epic', projectId: projects });
  const colleagues = await make('/virtual-colleagues', {
    name: 'Colleague',
    role: 'member',
    projectIds: [projects],
    rules: [{ name: 'All', filter: '', type: 'report', to: 'nobody' }],
  });
  const webhook = await createWebhook(owner, { url: UNREACHABLE, events: ['label.completed'], retryCount: 0 });
  const deliveries = await makeDelivery(owner, webhook, hasWorker);
  return {
    companies: (await owner.api.get<{ id: string }>('/company')).body.id,
    users: member.id,
    projects,
    tasks,
    teams,
    labels,
    fields,
    views,
    templates,
    recurrences,
    'api-keys': apiKeys,
    'calendar-feeds': feeds,
    'code-connections': connections,
    code: connections,
    comments,
    attachments,
    files: attachments,
    promises,
    links,
    versions: descriptions,
    'time-entries': timeEntries,
    sprints,
    epics,
    'virtual-colleagues': colleagues,
    activities: await makeAction(owner, colleagues),
    checks: randomUUID(),
    exports: await makeExport(owner, projects, hasWorker),
    imports: await make('/imports', { source: 'csv', projectId: projects }),
    'workflow-lanes': (await owner.api.get<{ id: string }[]>('/workflow-lanes')).body[0]!.id,
    webhooks: webhook.id,
    deliveries,
    sessions: await makeSession(owner),
    identities: randomUUID(),
    passkeys: randomUUID(),
    grants: randomUUID(),
    names: 'corp.example',
    work: await makeWork(owner, projects),
    trash: await makeTrashed(owner, projects),
    inbox: hasWorker ? await makeEntry(owner, admin, tasks) : randomUUID(),
  };
}

/** The oldest text that the task had. */
async function firstDescription({ api }: TestUser, taskId: string): Promise<string> {
  const { body } = await api.get<{ id: string }[]>(`/tasks/${taskId}/descriptions`);
  return body.at(-1)?.id ?? '';
}

/** What a colleague said of the task. */
async function makeAction(owner: TestUser, id: string): Promise<string> {
  await scan(owner, { id });
  return (await actionsOf(owner, { id }, 'custom:All'))[0]!.id;
}

/** An archive of the project; one is made at a time, so it is waited for. */
async function makeExport({ api }: TestUser, projectId: string, hasWorker: boolean): Promise<string> {
  const { id } = (await api.post<{ id: string }>('/exports', { projectId })).body;
  const isReady = async () => (await api.get<{ state: string }>(`/exports/${id}`)).body.state === 'ready';
  if (hasWorker) await eventually('the export is ready', isReady);
  return id;
}

/** A session of the console. */
async function makeSession({ api, email, password }: TestUser): Promise<string> {
  await api.post('/session', { email, password });
  return (await api.get<{ id: string }[]>('/me/sessions')).body.at(-1)!.id;
}

/** A work that an agent has begun. */
async function makeWork(owner: TestUser, projectId: string): Promise<string> {
  const agent = await createAgent(owner);
  const { body: task } = await owner.api.post('/tasks', { title: 'Delegated', projectId, delegateId: agent.id });
  const { status, body } = await agent.api.post('/work', { taskId: task.id });
  if (status !== 201) throw new Error(`POST /work: ${JSON.stringify(body)}`);
  return body.work.id as string;
}

/** A task that is deleted, and may come back. */
async function makeTrashed({ api }: TestUser, projectId: string): Promise<string> {
  const { id } = (await api.post<{ id: string }>('/tasks', { title: 'Deleted', projectId })).body;
  await api.delete(`/tasks/${id}`);
  return id;
}

/** An entry in the inbox of the owner, who has made the task. */
async function makeEntry(owner: TestUser, admin: TestUser, taskId: string): Promise<string> {
  await admin.api.post(`/tasks/${taskId}/comments`, { body: 'Is it ready?' });
  const find = async () => (await owner.api.get<{ id: string; thing: { id: string } }[]>('/inbox')).body;
  await eventually('the owner is told', async () => (await find()).some(({ thing }) => thing.id === taskId));
  return (await find()).find(({ thing }) => thing.id === taskId)!.id;
}

/** A delivery that changes no more. */
async function makeDelivery(owner: TestUser, webhook: TestWebhook, hasWorker: boolean): Promise<string> {
  await owner.api.post(`/webhooks/${webhook.id}/ping`);
  const [delivery] = await (hasWorker ? finishedDeliveriesOf(owner, webhook, 1) : deliveriesOf(owner, webhook));
  return delivery!.id;
}

/** What the id in a field, filter or path parameter of that name is the id of; `id` is that of what `path` begins with. */
export function resourceOf(name: string, path = ''): string {
  if (name === 'id') return path.replace(/^\/me(?=\/)/, '').split('/')[1] ?? '';
  return RESOURCES_OF_NAMES[name] ?? `${name.replace(/Ids?$/, '').replace(/y$/, 'ie')}s`;
}

/** The one of `resources` that is asked for; says where to add it when there is none. */
export function pick(resources: Resources, resource: string): string {
  const id = resources[resource];
  if (id === undefined) throw new Error(`test/factories/resources.factory.ts makes no "${resource}" yet`);
  return id;
}
