import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';
import { COLLEAGUE, given, type Outcome, PROJECT, PROXY_HEADERS, type Setting, TASK, totalOf } from './program';

export async function run({ baseUrl, email, password, receiver }: Setting): Promise<Outcome> {
  const options = { baseUrl, querySerializer: { array: { style: 'form', explode: false } } } as const;
  const anonymous = createClient<paths>({ ...options, headers: PROXY_HEADERS });
  const login = given((await anonymous.POST('/login', { body: { email, password } })).data);
  const client = createClient<paths>({
    ...options,
    headers: { ...PROXY_HEADERS, Authorization: `Bearer ${login.token}` },
  });
  const project = given((await client.POST('/projects', { body: PROJECT })).data);
  const task = given((await client.POST('/tasks', { body: { ...TASK, projectId: project.id } })).data);
  const query = { page: 1, projectId: [project.id], fields: ['tid' as const] };
  const page = given((await client.GET('/tasks', { params: { query } })).data);
  const colleague = given(
    (await client.POST('/virtual-colleagues', { body: { ...COLLEAGUE, projectIds: [project.id] } })).data,
  );
  const params = { path: { id: colleague.id } };
  const scan = given((await client.POST('/virtual-colleagues/{id}/scan', { params })).data);
  const webhook = given(
    (await client.POST('/webhooks', { body: { url: receiver, events: ['task.*'], secret: 'secret' } })).data,
  );
  const events = given((await client.GET('/events', {})).data);
  return {
    signedInAs: login.user.role,
    project: project.key,
    task: task.tid,
    priority: task.priority,
    totalOfPage: totalOf(page),
    tasksScanned: scan.tasksScanned,
    webhookEvents: webhook.events,
    events: events.data.map(({ event }) => event),
  };
}
