import { dayAhead } from '../factories/promise.factory.js';
import { pick, resourceOf } from '../factories/resources.factory.js';
import { Authenticator } from './authenticator.js';
import { Browser } from './browser.js';
import type { ExampleWorld } from './example-world.js';
import { OAuthProgram } from './oauth-client.js';
import { fill, type Operation, withField } from './operations.js';
import { bodyOf, createConnection, postFrom } from './forge.js';
import { PasskeyDevice } from './passkey-device.js';

/** The file of an import. */
const SHEET = 'id,title,status\nWEB-1,Write the release notes,To Do\n';

interface ExampleRequest {
  query?: Record<string, string>;
  body?: object | string;
  /** Headers of its own. */
  headers?: Record<string, string>;
  /** The body of a route that takes a file. */
  bytes?: string;
  /** Ids of the path, where they are not those of the resources. */
  ids?: string[];
  /** Called first, by the owner: POST to this path. */
  before?: [path: string, body?: object][];
  /** Called then, by the agent. */
  byAgent?: [path: string, body?: object][];
  /** Where it is sent from, when that is not a program of the owner's. */
  browser?: Browser;
}

/** An authenticator, and the passkey of the owner that it holds. */
async function addPasskey({
  company: { owner },
  origin,
}: ExampleWorld): Promise<{ device: PasskeyDevice; id: string }> {
  const device = new PasskeyDevice(origin);
  const { body } = await owner.api.post('/me/passkeys/options', { password: owner.password });
  const added = await owner.api.post<{ id: string }>('/me/passkeys', { name: 'Phone', response: device.create(body) });
  return { device, id: added.body.id };
}

/** Gives the company a connection to the provider, and domains. */
async function connect({ company: { owner }, provider }: ExampleWorld, domains: string[] = []): Promise<void> {
  const { issuer, clientId, clientSecret } = provider;
  await owner.api.put('/company/sso', { issuer, clientId, clientSecret, domains });
}

/** The browser of an owner who comes back from the provider to be connected with it, and what it brings. */
async function comeBack(world: ExampleWorld): Promise<{ browser: Browser; answer: object }> {
  const { owner } = world.company;
  await connect(world);
  await owner.api.post('/company/sso/test');
  await owner.api.put('/company/sso', { enabled: true });
  const browser = await Browser.of(world.api, owner);
  const { body } = await browser.post('/me/identities/sso', { password: owner.password });
  return { browser, answer: world.provider.authorize(body.url, { sub: owner.id }) };
}

/** A program that asks the owner to be let in. */
async function openConsent(world: ExampleWorld): Promise<{ browser: Browser; program: OAuthProgram }> {
  const program = await OAuthProgram.register(world.api, {
    name: 'Assistant',
    redirectUri: 'https://assistant.example.com/callback',
  });
  Object.defineProperty(program, 'verifier', { value: 'a-verifier-that-is-the-same-in-every-recording' });
  return { browser: await Browser.of(world.api, world.company.owner), program };
}

/** The id of a grant of the owner. */
async function makeGrant(world: ExampleWorld): Promise<string> {
  const { browser, program } = await openConsent(world);
  await program.exchange(await program.code(browser));
  return (await world.company.owner.api.get('/me/grants')).body.at(-1).id as string;
}

/** Has a forge tell of a pull request of the task. */
async function tellOfCode({ company: { owner }, resources: { tasks = '' }, api }: ExampleWorld) {
  const connection = await createConnection(owner);
  const { tid } = (await owner.api.get<{ tid: string }>(`/tasks/${tasks}`)).body;
  await postFrom(api, connection, bodyOf('github-pull_request-opened', tid), '72d3162e-cc78-11e3-81ab-4c9367dc0958');
  return { connection, taskId: tasks };
}

type Maker = (world: ExampleWorld) => ExampleRequest | Promise<ExampleRequest>;

/**
 * What the examples send, by operationId. The others send the ids of resources, and in the body what is required: enough for
 * most, and for those of a new module.
 */
const REQUESTS: Readonly<Record<string, Maker>> = {
  register: () => ({
    body: { companyName: 'Lighthouse', name: 'Mia Berg', email: 'mia@example.com', password: 'correct horse battery' },
  }),
  login: ({ company: { owner } }) => ({ body: { email: owner.email, password: owner.password } }),
  createSession: ({ company: { owner } }) => ({ body: { email: owner.email, password: owner.password } }),
  requestPasswordReset: ({ company: { owner } }) => ({ body: { email: owner.email } }),
  confirmPasswordReset: async ({ resetToken }) => ({
    body: { token: await resetToken(), password: 'better horse battery' },
  }),
  changePassword: ({ company: { owner } }) => ({
    body: { currentPassword: owner.password, newPassword: 'better horse battery' },
  }),
  getAuthorizationRequest: async (world) => {
    const { browser, program } = await openConsent(world);
    return { browser, query: Object.fromEntries(new URLSearchParams(program.query())) };
  },
  answerAuthorizationRequest: async (world) => {
    const { browser, program } = await openConsent(world);
    return { browser, body: { request: program.query(), allow: true, scope: 'projects', projectIds: null } };
  },
  listMyGrants: async (world) => {
    await makeGrant(world);
    return {};
  },
  listGrants: async (world) => {
    await makeGrant(world);
    return {};
  },
  deleteMyGrant: async (world) => ({ ids: [await makeGrant(world)] }),
  deleteGrant: async (world) => ({ ids: [await makeGrant(world)] }),
  startSingleSignOn: () => ({ body: { email: 'mia@corp.example' } }),
  putSingleSignOn: () => ({
    body: {
      issuer: 'https://idp.example.com',
      clientId: 'projects',
      clientSecret: 'secret',
      domains: ['corp.example'],
    },
  }),
  getSingleSignOn: async ({ company: { owner } }) => {
    await owner.api.put('/company/sso', { issuer: 'https://idp.example.com', clientId: 'projects', clientSecret: 's' });
    return {};
  },
  removeSingleSignOn: async ({ company: { owner } }) => {
    await owner.api.put('/company/sso', { issuer: 'https://idp.example.com', clientId: 'projects', clientSecret: 's' });
    return {};
  },
  testSingleSignOn: async (world) => {
    await connect(world);
    return {};
  },
  verifyDomain: async (world) => {
    const domain = `${world.company.id}.example`;
    await connect(world, [domain]);
    const { body } = await world.company.owner.api.get('/company/sso');
    const { name, value } = body.domains[0].record as Record<string, string>;
    world.dns.records.set(name ?? '', [value ?? '']);
    return { ids: [domain] };
  },
  linkIdentity: async (world) => {
    const { browser } = await comeBack(world);
    return { browser, body: { password: world.company.owner.password } };
  },
  finishSingleSignOn: async (world) => {
    const { browser, answer } = await comeBack(world);
    return { browser, body: answer };
  },
  removeIdentity: async (world) => {
    const { browser, answer } = await comeBack(world);
    await browser.post('/session/sso/callback', answer);
    const { body } = await browser.get('/me/identities');
    return { browser, ids: [body[0].id], body: { password: world.company.owner.password } };
  },
  beginPasskey: ({ company: { owner } }) => ({ body: { password: owner.password } }),
  addPasskey: async ({ company: { owner }, origin }) => {
    const { body } = await owner.api.post('/me/passkeys/options', { password: owner.password });
    return { body: { name: 'Phone', response: new PasskeyDevice(origin).create(body) } };
  },
  updatePasskey: async (world) => ({ ids: [(await addPasskey(world)).id], body: { name: 'Work phone' } }),
  removePasskey: async (world) => ({
    ids: [(await addPasskey(world)).id],
    body: { password: world.company.owner.password },
  }),
  beginPasskeySession: ({ api }) => ({ browser: new Browser(api) }),
  createPasskeySession: async (world) => {
    const { device } = await addPasskey(world);
    const browser = new Browser(world.api);
    const { body } = await browser.post('/session/passkey/options');
    return { browser, body: { response: device.get(body) } };
  },
  setUpTotp: ({ company: { owner } }) => ({ body: { password: owner.password } }),
  confirmTotp: async ({ company: { owner } }) => {
    const { body } = await owner.api.post('/me/totp', { password: owner.password });
    return { body: { code: new Authenticator(body.secret).code() } };
  },
  removeTotp: async ({ company: { owner } }) => {
    const authenticator = await Authenticator.setUp(owner.api, owner.password);
    return { body: { password: owner.password, code: authenticator.code() } };
  },
  renewRecoveryCodes: async ({ company: { owner } }) => {
    const authenticator = await Authenticator.setUp(owner.api, owner.password);
    return { body: { password: owner.password, code: authenticator.code() } };
  },
  revokeScimToken: () => ({ before: [['/company/scim-token']] }),
  removeSecondFactor: async ({ company: { member } }) => {
    await Authenticator.setUp(member.api, member.password);
    return { ids: [member.id] };
  },
  updateMe: () => ({ body: { name: 'Mia Berg' } }),
  updateNotifications: () => ({ body: { mail: { commented: 'off' }, digest: { time: '09:00' } } }),
  unsubscribe: ({ unsubscribeToken: token }) => ({ query: { token } }),
  updateInboxEntry: () => ({ body: { done: true } }),
  readInbox: () => ({ body: { before: new Date().toISOString() } }),
  finishInbox: () => ({ body: { before: new Date().toISOString() } }),
  updateCompany: () => ({ body: { name: 'Lighthouse' } }),
  createUser: () => ({ body: { email: 'jon@example.com', name: 'Jon Dahl', role: 'MEMBER' } }),
  updateUser: () => ({ body: { role: 'ADMIN' } }),
  createCodeConnection: ({ resources: { projects = '' } }) => ({
    body: { name: 'GitHub', provider: 'github', projectIds: [projects], rules: { branches: ['default', 'release/*'] } },
  }),
  updateCodeConnection: () => ({ body: { rules: { onReview: null } } }),
  listCodeDeliveries: async (world) => {
    const { connection } = await tellOfCode(world);
    return { ids: [connection.id] };
  },
  receiveCodeEvent: async ({ company: { owner } }) => {
    const { id, secret } = await createConnection(owner, { provider: 'gitlab' });
    const { headers, body } = bodyOf('gitlab-merge_request-open', 'WEB-12', 'mia@example.com');
    return { ids: [id], body, headers: { ...headers, 'X-Gitlab-Token': secret } };
  },
  listTaskCode: async (world) => {
    const { taskId } = await tellOfCode(world);
    return { ids: [taskId] };
  },
  linkPullRequest: () => ({ body: { url: 'https://github.com/acme/web/pull/41' } }),
  unlinkTaskCode: async ({ company: { owner }, resources: { tasks = '' } }) => {
    const input = { url: 'https://github.com/acme/web/pull/42' };
    const { body } = await owner.api.post<{ id: string }>(`/tasks/${tasks}/code`, input);
    return { ids: [tasks, body.id] };
  },
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
