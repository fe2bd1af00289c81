import {
  createColleague,
  createProject,
  createTask,
  createWebhook,
  listEvents,
  listTasks,
  login,
  scanColleague,
} from './generated/orval';
import { COLLEAGUE, type Outcome, PROJECT, PROXY_HEADERS, type Setting, TASK, totalOf } from './program';

/** The answer of a call that must have had the status. */
function withStatus<Answer extends { status: number }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
) {
  if (answer.status !== status) throw new Error(`The call has ended with ${answer.status}.`);
  return (answer as Extract<Answer, { status: Status }> & { data: unknown }).data as Extract<
    Answer,
    { status: Status; data: unknown }
  >['data'];
}

export async function run({ email, password, receiver }: Setting): Promise<Outcome> {
  const { token, user } = withStatus(await login({ email, password }, { headers: PROXY_HEADERS }), 200);
  const options = { headers: { ...PROXY_HEADERS, Authorization: `Bearer ${token}` } };
  const project = withStatus(await createProject(PROJECT, options), 201);
  const task = withStatus(await createTask({ ...TASK, projectId: project.id }, options), 201);
  const page = withStatus(await listTasks({ page: 1, projectId: [project.id], fields: ['tid'] }, options), 200);
  const colleague = withStatus(await createColleague({ ...COLLEAGUE, projectIds: [project.id] }, options), 201);
  const scan = withStatus(await scanColleague(colleague.id, options), 200);
  const input = { url: receiver, events: ['task.*' as const], secret: 'secret' };
  const webhook = withStatus(await createWebhook(input, options), 201);
  const events = withStatus(await listEvents({}, options), 200);
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
