import { dayAhead } from '../factories/promise.factory.js';
import { pick, resourceOf } from '../factories/resources.factory.js';
import { CODE_REQUESTS } from './example-code-requests.js';
import type { ExampleRequests } from './example-request.js';
import { SIGN_IN_REQUESTS } from './example-sign-in-requests.js';
import type { ExampleWorld } from './example-world.js';
import { fill, type Operation, withField } from './operations.js';

/** The file of an import. */
const SHEET = 'id,title,status\nWEB-1,Write the release notes,To Do\n';

/**
 * What the examples send, by operationId. The others send the ids of resources, and in the body what is required: enough for
 * most, and for those of a new module.
 */
const REQUESTS: ExampleRequests = {
  ...SIGN_IN_REQUESTS,
  ...CODE_REQUESTS,
  revokeScimToken: () => ({ before: [['/company/scim-token']] }),
  updateMe: () => ({ body: { name: 'Mia Berg' } }),
  updateNotifications: () => ({ body: { mail: { commented: 'off' }, digest: { time: '09:00' } } }),
  unsubscribe: ({ unsubscribeToken: token }) => ({ query: { token } }),
  updateInboxEntry: () => ({ body: { done: true } }),
  readInbox: () => ({ body: { before: new Date().toISOString() } }),
  finishInbox: () => ({ body: { before: new Date().toISOString() } }),
  updateCompany: () => ({ body: { name: 'Lighthouse' } }),
  createUser: () => ({ body: { email: 'jon@example.com', name: 'Jon Dahl', role: 'MEMBER' } }),
  updateUser: () => ({ body: { role: 'ADMIN' } }),
  createCalendarFeed: () => ({ body: { name: 'My tasks', mine: true } }),
  createApiKey: () => ({ body: { name: 'Nightly export' } }),
  createTeam: () => ({ body: { name: 'Web', description: 'Who builds the website' } }),
  updateTeam: () => ({ body: { name: 'Website' } }),
  removeTeamMember: ({ resources: { teams = '', users = '' } }) => ({
    before: [[`/teams/${teams}/members`, { userId: users }]],
  }),
  createProject: () => ({ body: { name: 'Website', key: 'WEB' } }),
  updateProject: () => ({ body: { description: 'What visitors see' } }),
  setProjectMember: () => ({ body: { role: 'lead' } }),
  sendInvitation: async ({ company: { owner } }) => {
    const { body } = await owner.api.post<{ id: string }>('/users', {
      email: 'ivy@example.com',
      name: 'Ivy',
      role: 'MEMBER',
    });
    return { ids: [body.id] };
  },
  removeProjectMember: ({ company: { owner }, resources: { projects = '' } }) => ({ ids: [projects, owner.id] }),
  listTasks: ({ resources: { projects = '' } }) => ({
    query: { projectId: projects, sortBy: 'rank', sortOrder: 'asc' },
  }),
  createTask: ({ company: { member }, resources: { projects = '', labels = '' } }) => ({
    body: {
      title: 'Write the release notes',
      projectId: projects,
      status: 'To Do',
      priority: 'High',
      assigneeId: member.id,
      labelIds: [labels],
      estimatedHours: 3,
      dueDate: '2026-06-01T00:00:00.000Z',
      startDate: '2026-05-25T00:00:00.000Z',
    },
  }),
  updateTask: () => ({ body: { status: 'Done' } }),
  bulkCreateTasks: ({ resources: { projects: projectId = '' } }) => ({
    body: { tasks: ['Borrow tables', 'Book a band'].map((title) => ({ title, projectId })) },
  }),
  bulkDeleteTasks: ({ resources: { tasks = '' }, otherTask }) => ({ body: { ids: [tasks, otherTask] } }),
  findSimilarTasks: () => ({ query: { title: 'Write release notes' } }),
  groupTasks: () => ({ query: { by: 'status,assignee' } }),
  checkFilter: () => ({ body: { filter: 'is:open priority:High' } }),
  createView: () => ({
    body: { name: 'Urgent', filter: 'priority = Urgent and not done', sortBy: 'dueDate', sortOrder: 'asc' },
  }),
  updateView: () => ({ body: { groupBy: 'status' } }),
  placeFavoriteView: () => ({ body: { position: 0 } }),
  takeNextWork: () => ({ body: { filter: 'priority >= None', wait: 10 } }),
  takeWork: ({ ready }) => ({ body: { taskId: ready } }),
  heartbeatWork: () => ({ body: { progress: 40, note: 'Looking for old pictures', seen: [] } }),
  addWorkActivity: () => ({ body: { type: 'result', text: 'Found 12 old pictures', data: { count: 12 } } }),
  replaceWorkPlan: () => ({
    body: {
      steps: [
        { title: 'Find old pictures', state: 'done' },
        { title: 'Replace them', state: 'doing' },
      ],
    },
  }),
  askAboutWork: () => ({ body: { question: 'Which size?', options: ['Small', 'Large'] } }),
  answerWork: ({ resources: { work = '' } }) => ({
    body: { text: 'Large' },
    byAgent: [[`/work/${work}/ask`, { question: 'Which size?', options: ['Small', 'Large'] }]],
  }),
  submitWork: () => ({
    body: { summary: 'Replaced 12 pictures.', links: [{ title: 'Pull request', url: 'https://example.com/pull/7' }] },
  }),
  releaseWork: () => ({ body: { reason: 'Another task is more urgent' } }),
  failWork: () => ({ body: { reason: 'The pictures are not there', retry: false } }),
  reviewWork: ({ resources: { work = '' } }) => ({
    body: { decision: 'return', comment: 'Two pictures are too small.' },
    byAgent: [[`/work/${work}/submit`, { summary: 'Replaced 12 pictures.' }]],
  }),
  stopWork: () => ({ body: { reason: 'It is not needed any more' } }),
  bulkUpdateTasks: ({ resources: { tasks = '' }, otherTask }) => ({
    body: { ids: [tasks, otherTask], set: { priority: 'Urgent' } },
  }),
  transferTask: ({ resources: { projects } }) => ({ body: { projectId: projects, subtasks: 'with' } }),
  bulkTransferTasks: ({ resources: { tasks = '', projects }, otherTask }) => ({
    body: { ids: [tasks, otherTask], projectId: projects },
  }),
  moveTask: ({ otherTask }) => ({ body: { afterId: otherTask, status: 'In Progress' } }),
  deleteCompany: async ({ company: { owner } }) => {
    await owner.api.put('/company', { name: 'Lighthouse' });
    return { body: { name: 'Lighthouse', password: owner.password } };
  },
  createExport: ({ resources: { projects = '' } }) => ({ body: { projectId: projects, files: false } }),
  createImport: () => ({
    body: {
      source: 'jira_csv',
      name: 'Our Jira',
      project: { name: 'Shop', key: 'SHOP' },
      options: { timezone: 'Europe/Berlin' },
    },
  }),
  uploadImport: () => ({ body: SHEET }),
  checkImport: async ({ importIn }) => ({ ids: [await importIn('uploaded')] }),
  startImport: async ({ importIn }) => ({ ids: [await importIn('checked')] }),
  stopImport: async ({ importIn }) => ({ ids: [await importIn('running')] }),
  undoImport: async ({ importIn }) => ({ ids: [await importIn('done')] }),
  updateImport: () => ({ body: { options: { timezone: 'Europe/Berlin' } } }),
  listTaskBlockers: ({ resources: { tasks = '' }, otherTask }) => ({
    before: [[`/tasks/${tasks}/blockers`, { taskId: otherTask }]],
  }),
  addTaskBlocker: ({ otherTask }) => ({ body: { taskId: otherTask } }),
  removeTaskBlocker: ({ resources: { tasks = '' }, otherTask }) => ({
    ids: [tasks, otherTask],
    before: [[`/tasks/${tasks}/blockers`, { taskId: otherTask }]],
  }),
  listTaskLinks: ({ resources: { tasks = '' }, otherTask }) => ({
    before: [[`/tasks/${tasks}/links`, { taskId: otherTask, type: 'duplicates' }]],
  }),
  addTaskLink: ({ otherTask }) => ({ body: { taskId: otherTask, type: 'duplicates' } }),
  restoreTasks: ({ resources: { trash = '' } }) => ({ body: { ids: [trash] } }),
  emptyTrash: ({ resources: { projects = '' } }) => ({ query: { projectId: projects } }),
  muteTask: () => ({ body: { note: 'It waits for the fair' } }),
  unmuteTask: async ({ company: { owner }, resources: { tasks = '' } }) => {
    await owner.api.put(`/tasks/${tasks}/mute`, {});
    return {};
  },
  createAttachment: () => ({ body: { name: 'minutes.md', size: 1_204, contentType: 'text/markdown' } }),
  sendAttachmentContent: async ({ company: { owner }, resources: { tasks = '' } }) => {
    const input = { name: 'notes.txt', size: 5, contentType: 'text/plain' };
    const { body } = await owner.api.post<{ id: string }>(`/tasks/${tasks}/attachments`, input);
    return { ids: [body.id], bytes: 'Notes' };
  },
  readCalendar: async ({ company: { owner } }) => {
    const { url } = (await owner.api.post('/calendar-feeds', { name: 'My tasks', mine: true })).body;
    return { ids: [(url as string).split('/').at(-1) ?? ''] };
  },
  getAttachmentPreview: ({ resources: { picture = '' } }) => ({ ids: [picture], query: { size: '320' } }),
  getSharedFile: async ({ company: { owner }, resources: { files = '' } }) => {
    const { body } = await owner.api.get<{ url: string }>(`/attachments/${files}/link`);
    return { query: Object.fromEntries(new URL(body.url).searchParams) };
  },
  updateAttachment: () => ({ body: { name: 'Notes of Monday.txt' } }),
  makePromise: () => ({ body: { until: dayAhead(3), words: 'Ready on Friday' } }),
  createComment: () => ({ body: { body: 'Done on my side, please have a look.' } }),
  updateComment: () => ({ body: { body: 'Done on my side.' } }),
  createTimeEntry: () => ({ body: { hours: 1.5, note: 'Draft', spentOn: '2026-05-04T00:00:00.000Z' } }),
  createSprint: ({ resources: { projects = '' } }) => ({
    body: {
      projectId: projects,
      name: 'Sprint 12',
      startDate: '2026-05-04T00:00:00.000Z',
      endDate: '2026-05-15T00:00:00.000Z',
    },
  }),
  updateSprint: () => ({ body: { goal: 'The new start page is live' } }),
  completeSprint: ({ resources: { sprints = '' } }) => ({ body: {}, before: [[`/sprints/${sprints}/start`]] }),
  getSprintBurndown: ({ resources: { sprints = '' } }) => ({ before: [[`/sprints/${sprints}/start`]] }),
  createEpic: ({ resources: { projects = '' } }) => ({ body: { projectId: projects, name: 'New start page' } }),
  updateEpic: () => ({ body: { dueDate: '2026-06-30T00:00:00.000Z' } }),
  createField: () => ({
    body: {
      name: 'Severity',
      type: 'select',
      description: 'How much it hurts',
      options: [
        { name: 'Minor', color: '#8EB021' },
        { name: 'Major', color: '#D73A4A' },
      ],
    },
  }),
  updateField: () => ({ body: { description: 'What the customer calls it' } }),
  createTemplate: ({ resources }) => ({
    body: {
      name: 'Monthly report',
      projectId: resources['projects'],
      task: { title: 'Report of {{month}}', assigneeId: 'creator', dueIn: { days: 5 } },
      subtasks: [{ title: 'Collect the figures', assigneeId: 'parent', dueIn: { days: 2 } }],
    },
  }),
  updateTemplate: () => ({ body: { description: 'What the board reads' } }),
  createTemplateFromTask: ({ resources }) => ({ body: { taskId: resources['tasks'], name: 'As this one' } }),
  createRecurrence: ({ resources }) => ({
    body: {
      name: 'Monthly report',
      projectId: resources['projects'],
      task: { title: 'Report no. {{n}}, {{month}}', assigneeId: 'creator', dueIn: { days: 5 } },
      schedule: {
        frequency: 'monthly',
        dayOfMonth: 1,
        timezone: 'Europe/Berlin',
        skip: { days: ['sat', 'sun'], shift: 'after' },
      },
    },
  }),
  updateRecurrence: () => ({ body: { onlyOneOpen: true } }),
  previewSchedule: () => ({
    body: { schedule: { frequency: 'weekly', interval: 2, days: ['mon', 'thu'], timezone: 'Europe/Berlin' } },
  }),
  createLabel: () => ({ body: { name: 'Bug', color: '#D73A4A' } }),
  updateLabel: () => ({ body: { color: '#808080' } }),
  updateWorkflowLane: () => ({ body: { limit: 3 } }),
  replaceWorkflowLanes: () => ({ body: { lanes: ['Backlog', 'Doing', 'Done'] } }),
  createColleague: () => ({
    body: {
      name: 'Sam',
      role: 'scrum_master',
      schedule: { frequency: 'weekdays', time: '09:00', timezone: 'Europe/Berlin' },
      notifications: { mail: { to: 'people' }, inbox: true },
    },
  }),
  previewNewColleague: () => ({
    body: {
      name: 'Sam',
      role: 'product_owner',
      rules: [{ name: 'Nobody has it', filter: 'assignee is empty', type: 'report', to: 'nobody' }],
    },
  }),
  updateColleague: () => ({ body: { active: false } }),
  testColleagueChannel: async ({ company: { owner }, resources }) => {
    const notifications = { mail: { to: 'people' } };
    await owner.api.put(`/virtual-colleagues/${resources['virtual-colleagues']}`, { notifications });
    return { body: { channel: 'mail' } };
  },
  streamEvents: () => ({ query: { after: '0' } }),
  createWebhook: () => ({
    body: { url: 'http://127.0.0.1:9/hook', events: ['task.created', 'task.completed'], secret: 'a secret of ours' },
  }),
  updateWebhook: () => ({ body: { retryCount: 5 } }),
};

/** The request that an operation is shown with. */
export async function exampleRequest(id: string, operation: Operation, world: ExampleWorld) {
  const {
    ids,
    body,
    bytes,
    headers,
    query = {},
    before = [],
    byAgent = [],
    browser,
  } = (await REQUESTS[id]?.(world)) ?? {};
  const used = ids ?? operation.parameters.map((name) => pick(world.resources, resourceOf(name, operation.path)));
  return {
    before,
    byAgent,
    browser,
    options: headers && { headers },
    path: Object.fromEntries(operation.parameters.map((name, index) => [name, used[index] as string])),
    query,
    body: body ?? (bytes === undefined ? minimalBody(operation, world) : undefined),
    bytes,
    url: `${fill(operation, used)}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`,
  };
}

/** What is required, with ids of what is there. */
function minimalBody({ body, idFields }: Operation, { resources }: ExampleWorld): object | undefined {
  return idFields
    .filter(({ isRequired }) => isRequired)
    .reduce<object | undefined>((filled, { path, isList }) => {
      const id = pick(resources, resourceOf(path.at(-1) ?? ''));
      return filled && withField(filled, path, isList ? [id] : id);
    }, body);
}
