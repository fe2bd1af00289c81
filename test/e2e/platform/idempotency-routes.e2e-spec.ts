import { createAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createResources, type Resources } from '../../factories/resources.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { AiServer, completion } from '../../support/ai-server.js';
import { dayIn } from '../../support/clock.js';
import { DnsServer } from '../../support/dns-server.js';
import { fill, findOperations, type Operation } from '../../support/operations.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

type Call = [path: string, body?: object];

let ai: AiServer;
let dns: DnsServer;
let service: TestService;
let company: TestCompany;
let resources: Resources;
let operations: Operation[];
beforeAll(async () => {
  ai = await AiServer.start();
  ai.willAnswer(completion({ summary: 'All is well.', findings: [] }));
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: 'sk-test', model: 'some-model', timeoutMs: 20_000 };
  dns = await DnsServer.start();
  ({ service, company } = await startWithCompanies({ aiProvider, dnsServers: [dns.address] }));
  resources = await createResources(company);
  operations = await findOperations(service.api);
});
afterAll(async () => {
  await service.stop();
  ai.stop();
  dns.stop();
});

/** A call of each POST that needs credentials and succeeds. */
async function calls(): Promise<Record<string, Call>> {
  const { projects, tasks, teams, webhooks, deliveries, sprints } = resources as Record<string, string>;
  const post = async (path: string, body?: object) => (await company.owner.api.post(path, body)).body.id as string;
  const otherTask = await post('/tasks', { title: 'Other', projectId: projects });
  const invited = await post('/users', { email: 'invited@example.org', name: 'Invited', role: 'MEMBER' });
  const third = await post('/tasks', { title: 'Third', projectId: projects });
  const [trashed, alsoTrashed] = [
    await post('/tasks', { title: 'Deleted', projectId: projects }),
    await post('/tasks', { title: 'Deleted too', projectId: projects }),
  ];
  await company.owner.api.post('/tasks/bulk-delete', { ids: [trashed, alsoTrashed] });
  const otherProject = await post('/projects', { name: 'Other' });
  const colleague = resources['virtual-colleagues'];
  const notifications = { mail: { to: 'people' } };
  const mailing = await post('/virtual-colleagues', { name: 'Mailing', role: 'member', notifications });
  const sprint = await post('/sprints', { name: 'Active', projectId: otherProject });
  await post(`/sprints/${sprint}/start`);
  const planned = await post('/sprints', { name: 'Planned', projectId: otherProject });
  const agent = await createAgent(company.owner, 'Otto', { settings: { work: { concurrent: 3 } } });
  const work = async (call?: string, input?: object): Promise<string> => {
    const taskId = await post('/tasks', { title: 'Delegated', projectId: projects, delegateId: agent.id });
    const { body } = await agent.api.post('/work', { taskId });
    if (call !== undefined) await agent.api.post(`/work/${body.work.id}/${call}`, input);
    return `/work/${body.work.id}`;
  };
  const { body: sso } = await company.owner.api.put('/company/sso', {
    issuer: 'https://id.example.com',
    clientId: 'client',
    clientSecret: 'secret',
    domains: ['acme.example'],
  });
  dns.records.set(sso.domains[0].record.name, [sso.domains[0].record.value]);
  return {
    'POST /company/sso/domains/{name}/verify': ['/company/sso/domains/acme.example/verify'],
    'POST /work/{id}/answer': [`${await work('ask', { question: 'Which?' })}/answer`, { text: 'This' }],
    'POST /work/{id}/review': [`${await work('submit', { summary: 'Done.' })}/review`, { decision: 'accept' }],
    'POST /work/{id}/stop': [`${await work()}/stop`, {}],
    'POST /users': ['/users', { email: 'new@example.org', name: 'New', role: 'MEMBER' }],
    'POST /users/{id}/invitation': [`/users/${invited}/invitation`],
    'POST /calendar-feeds': ['/calendar-feeds', { name: 'Once', mine: true }],
    'POST /code-connections': ['/code-connections', { name: 'Once', provider: 'github', projectIds: [] }],
    'POST /code-connections/{id}/rotate-secret': [`/code-connections/${resources['code-connections']}/rotate-secret`],
    'POST /tasks/{id}/code': [`/tasks/${tasks}/code`, { url: 'https://github.com/acme/web/pull/1' }],
    'POST /api-keys': ['/api-keys', { name: 'Key' }],
    'POST /me/totp': ['/me/totp', { password: company.owner.password }],
    'POST /teams': ['/teams', { name: 'Team' }],
    'POST /teams/{id}/members': [`/teams/${teams}/members`, { userId: company.member.id }],
    'POST /labels': ['/labels', { name: 'Once' }],
    'POST /projects': ['/projects', { name: 'Once' }],
    'POST /projects/{id}/archive': [`/projects/${otherProject}/archive`],
    'POST /projects/{id}/unarchive': [`/projects/${projects}/unarchive`],
    'POST /tasks': ['/tasks', { title: 'Once', projectId: projects }],
    'POST /tasks/bulk': ['/tasks/bulk', { ids: [tasks, otherTask], set: { priority: 'Low' } }],
    'POST /tasks/bulk-create': ['/tasks/bulk-create', { tasks: [{ title: 'Once', projectId: projects }] }],
    'POST /tasks/bulk-delete': ['/tasks/bulk-delete', { ids: [third] }],
    'POST /trash/restore': ['/trash/restore', { ids: [trashed] }],
    'POST /trash/{id}/restore': [`/trash/${alsoTrashed}/restore`],
    'POST /tasks/{id}/duplicate': [`/tasks/${tasks}/duplicate`, { with: [] }],
    'POST /tasks/{id}/transfer': [`/tasks/${otherTask}/transfer`, { projectId: projects }],
    'POST /tasks/bulk-transfer': ['/tasks/bulk-transfer', { ids: [otherTask], projectId: projects }],
    'POST /tasks/{id}/move': [`/tasks/${tasks}/move`, { afterId: otherTask }],
    'POST /tasks/{id}/blockers': [`/tasks/${tasks}/blockers`, { taskId: otherTask }],
    'POST /tasks/{id}/descriptions/{versionId}/restore': [
      `/tasks/${tasks}/descriptions/${resources['versions']}/restore`,
    ],
    'POST /tasks/{id}/links': [`/tasks/${tasks}/links`, { taskId: otherTask, type: 'relates' }],
    'POST /tasks/{id}/attachments': [`/tasks/${tasks}/attachments`, { name: 'notes.txt', size: 5 }],
    'POST /tasks/{id}/comments': [`/tasks/${tasks}/comments`, { body: 'Once' }],
    'POST /tasks/{id}/time-entries': [`/tasks/${tasks}/time-entries`, { hours: 1 }],
    'POST /tasks/{id}/promises': [`/tasks/${otherTask}/promises`, { until: dayIn(1) }],
    'POST /filters/check': ['/filters/check', { filter: 'not done' }],
    'POST /templates': ['/templates', { name: 'Once', projectId: projects, task: { title: 'Once' } }],
    'POST /templates/from-task': ['/templates/from-task', { taskId: tasks, name: 'Once of a task' }],
    'POST /recurrences': [
      '/recurrences',
      { name: 'Once', projectId: projects, task: { title: 'Once' }, schedule: { frequency: 'daily' } },
    ],
    'POST /recurrences/{id}/run': [`/recurrences/${resources['recurrences']}/run`],
    'POST /recurrences/preview': ['/recurrences/preview', { schedule: { frequency: 'daily' } }],
    'POST /views': ['/views', { name: 'Once' }],
    'POST /inbox/read-all': ['/inbox/read-all', { before: '2030-01-01T00:00:00Z' }],
    'POST /inbox/done-all': ['/inbox/done-all', { before: '2030-01-01T00:00:00Z' }],
    'POST /fields': ['/fields', { name: 'Once', type: 'text' }],
    'POST /epics': ['/epics', { name: 'Once', projectId: projects }],
    'POST /sprints': ['/sprints', { name: 'Once', projectId: projects }],
    'POST /sprints/{id}/start': [`/sprints/${sprints}/start`],
    'POST /sprints/{id}/complete': [`/sprints/${sprint}/complete`, {}],
    'POST /sprints/{id}/cancel': [`/sprints/${planned}/cancel`],
    'POST /webhooks': ['/webhooks', { url: 'https://example.org/', events: ['task.created'], secret: 'secret' }],
    'POST /webhooks/{id}/ping': [`/webhooks/${webhooks}/ping`],
    'POST /webhooks/{id}/rotate-secret': [`/webhooks/${webhooks}/rotate-secret`],
    'POST /webhooks/{id}/deliveries/redeliver': [
      `/webhooks/${webhooks}/deliveries/redeliver`,
      { status: 'failed', createdAfter: '2026-01-01' },
    ],
    'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver': [
      `/webhooks/${webhooks}/deliveries/${deliveries}/redeliver`,
    ],
    'POST /imports': ['/imports', { source: 'csv', projectId: projects }],
    'POST /company/scim-token': ['/company/scim-token'],
    'POST /virtual-colleagues': ['/virtual-colleagues', { name: 'Once', role: 'member' }],
    'POST /virtual-colleagues/{id}/test-message': [`/virtual-colleagues/${mailing}/test-message`, { channel: 'mail' }],
    'POST /virtual-colleagues/{id}/scan': [`/virtual-colleagues/${colleague}/scan`],
    'POST /virtual-colleagues/preview': ['/virtual-colleagues/preview', { name: 'Once', role: 'member' }],
    'POST /virtual-colleagues/{id}/preview': [`/virtual-colleagues/${colleague}/preview`, {}],
    'POST /virtual-colleagues/{id}/activity/{activityId}/feedback': [
      `/virtual-colleagues/${colleague}/activity/${resources['activities']}/feedback`,
      { useful: true },
    ],
    'POST /virtual-colleagues/{id}/ai-check': [`/virtual-colleagues/${colleague}/ai-check`],
  };
}

/** What shows something once. */
const SHOWN_ONCE = [
  'POST /company/scim-token',
  'POST /api-keys',
  'POST /calendar-feeds',
  'POST /code-connections',
  'POST /code-connections/{id}/rotate-secret',
  'POST /me/totp',
  'POST /webhooks/{id}/rotate-secret',
];

/** What takes a code, an issuer, a file or a record that must be there first: their own suites call them. */
const OF_THEIR_MOMENT = [
  'POST /me/passkeys',
  'POST /me/passkeys/options',
  'POST /me/totp/confirm',
  'POST /me/totp/recovery-codes',
  'POST /company/sso/test',
  'POST /me/identities/sso',
  'POST /exports',
  'POST /imports/{id}/check',
  'POST /imports/{id}/start',
  'POST /imports/{id}/stop',
  'POST /imports/{id}/undo',
];

it('every POST that needs credentials is carried out once with an Idempotency-Key', async () => {
  const posts = operations
    .filter(({ method, isPublic, isForAgents }) => method === 'POST' && !isPublic && !isForAgents)
    .filter(({ name }) => !OF_THEIR_MOMENT.includes(name))
    .map(({ name }) => name);
  const known = await calls();
  // Archives come last: what is in the project could not change any more.
  const names = posts.sort((a, b) => Number(a.endsWith('archive')) - Number(b.endsWith('archive')));
  expect(Object.keys(known).sort()).toEqual([...posts].sort());
  for (const name of names) {
    const [path, body] = known[name] as Call;
    const options = { headers: { 'Idempotency-Key': `once-${name.replaceAll(' ', '-')}` } };
    const first = await company.owner.api.post(path, body, options);
    expect([name, Math.floor(first.status / 100), first.body?.error?.code]).toEqual([name, 2, undefined]);
    const again = await company.owner.api.post(path, body, options);
    const outcome = [
      name,
      again.status,
      again.text,
      again.headers.get('Idempotency-Replayed'),
      again.headers.get('ETag'),
    ];
    if (SHOWN_ONCE.includes(name)) expect(again.status).toBe(409);
    else expect(outcome).toEqual([name, first.status, first.text, 'true', first.headers.get('ETag')]);
  }
});

it('no POST of any route fails for its key, whoever sends it, a second time neither', async () => {
  const agent = await createAgent(company.owner, 'Ada');
  for (const operation of operations.filter(({ method }) => method === 'POST')) {
    const { name, isForAgents, isPublic, body, parameters } = operation;
    const path = fill(
      operation,
      parameters.map(() => UNKNOWN_ID),
    );
    const api = isPublic ? service.api : isForAgents ? agent.api : company.owner.api;
    const options = { headers: { 'Idempotency-Key': `any-${name.replaceAll(' ', '-')}` } };
    const [first, second] = [await api.post(path, body, options), await api.post(path, body, options)];
    expect([name, first.status < 500, second.status < 500]).toEqual([name, true, true]);
  }
});

it('a kept answer has the status and the fields of a new one', async () => {
  const webhook = await createWebhook(company.owner, {});
  const team = resources['teams'];
  const add = (key?: string) =>
    company.owner.api.post(
      `/teams/${team}/members`,
      { userId: company.viewer.id },
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    );
  const [made, existing, kept] = [await add('first'), await add(), await add('second')];
  expect([made.status, existing.status, kept.status]).toEqual([201, 200, 200]);
  expect([made.text, kept.text]).toEqual([existing.text, existing.text]);
  expect((await add('second')).status).toBe(200);
  const ping = await company.owner.api.post(`/webhooks/${webhook.id}/ping`, undefined, {
    headers: { 'Idempotency-Key': 'ping' },
  });
  expect(ping.status).toBe(202);
});
