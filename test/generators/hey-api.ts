import { createClient } from './generated/hey-api/client';
import {
  createColleague,
  createProject,
  createTask,
  createWebhook,
  listEvents,
  listTasks,
  login,
  scanColleague,
} from './generated/hey-api';
import { COLLEAGUE, given, type Outcome, PROJECT, PROXY_HEADERS, type Setting, TASK, totalOf } from './program';

export async function run({ baseUrl, email, password, receiver }: Setting): Promise<Outcome> {
  const anonymous = createClient({ baseUrl, headers: PROXY_HEADERS });
  const { token, user } = given((await login({ client: anonymous, body: { email, password } })).data);
  const client = createClient({ baseUrl, headers: { ...PROXY_HEADERS, Authorization: `Bearer ${token}` } });
  const project = given((await createProject({ client, body: PROJECT })).data);
  const task = given((await createTask({ client, body: { ...TASK, projectId: project.id } })).data);
  const query = { page: 1, projectId: [project.id], fields: ['tid' as const] };
  const page = given((await listTasks({ client, query })).data);
  const colleague = given((await createColleague({ client, body: { ...COLLEAGUE, projectIds: [project.id] } })).data);
  const scan = given((await scanColleague({ client, path: { id: colleague.id } })).data);
  const body = { url: receiver, events: ['task.*' as const], secret: 'secret' };
  const webhook = given((await createWebhook({ client, body })).data);
  const events = given((await listEvents({ client })).data);
  return {
    signedInAs: user.role,
    project: project.key,
    task: task.tid,
    priority: task.priority,
    totalOfPage: totalOf(page),
    tasksScanned: scan.tasksScanned,
    webhookEvents: webhook.events,
    events: events.data.map(({ event }) => event),
  };
}
