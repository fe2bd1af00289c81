import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { TestEventSource } from '../../support/event-source.js';
import { COUNTS_WITHIN, eventually } from '../../support/eventually.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { API, ISSUER, MCP, OAuthProgram } from '../../support/oauth-client.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
/** Another instance on the same database. */
let elsewhere: TestService;
let company: TestCompany;
let stranger: TestCompany;
let program: OAuthProgram;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  elsewhere = await startTestService({}, service.database);
  program = await OAuthProgram.register(service.api);
});
afterAll(async () => {
  await elsewhere.stop();
  await service.stop();
});

const isIn = async (token: string, { api }: TestService = service) => (await api.as(token).get('/me')).status === 200;
const grantsOf = async (user: TestUser) => (await user.api.get('/me/grants')).body;
/** Refused on both instances within a second. */
const refusedEverywhere = (token: string) =>
  eventually(
    'the token counts nowhere',
    async () => !(await isIn(token)) && !(await isIn(token, elsewhere)),
    COUNTS_WITHIN,
  );

describe('a grant', () => {
  it('is listed for its person, and for administrators', async () => {
    const user = await createUser(company.owner, 'MEMBER', 'Gerd Granted');
    await program.connect(user);
    const [grant] = await grantsOf(user);
    expect(grant).toEqual({
      id: expect.any(String),
      client: { id: program.id, name: 'Program' },
      scope: 'projects projects:write',
      projectIds: null,
      colleagueId: null,
      resource: API,
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
    });
    const all = (await company.admin.api.get('/grants')).body;
    expect(all).toContainEqual({ ...grant, user: { id: user.id, name: 'Gerd Granted' } });
    expect(result(await user.api.get('/grants'))).toEqual(FORBIDDEN);
    expect((await stranger.admin.api.get('/grants')).body).toEqual([]);
    const page = (await company.admin.api.get('/grants?page=1&limit=1')).body;
    expect(page.data).toHaveLength(1);
  });

  it('remembers its last use', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const { access_token: token } = await program.connect(user);
    expect(await isIn(token)).toBe(true);
    await eventually('the use is written', async () => (await grantsOf(user))[0].lastUsedAt !== null);
  });

  it('has a tier of its own', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const { access_token: token } = await program.connect(user);
    const answer = await service.api.as(token).get('/tasks');
    expect(answer.headers.get('X-RateLimit-Policy')).toBe('api-key');
    const left = Number(answer.headers.get('X-RateLimit-Remaining'));
    await user.api.get('/tasks');
    await service.api.as((await program.connect(user)).access_token).get('/tasks');
    const next = await service.api.as(token).get('/tasks');
    expect(Number(next.headers.get('X-RateLimit-Remaining'))).toBe(left - 1);
  });

  it('ends when there are 50 others that were used later', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const browser = await Browser.of(service.api, user);
    const first = await program.connect(browser);
    const second = await program.connect(browser);
    await isIn(first.access_token);
    await eventually('the use is written', async () => (await grantsOf(user))[0].lastUsedAt !== null);
    await service.database.rows(
      `UPDATE oauth_grants SET created_at = created_at - interval '1 hour' WHERE user_id = $1 AND last_used_at IS NULL`,
      [user.id],
    );
    for (let count = 2; count <= 50; count += 1) await program.connect(browser);
    expect(await grantsOf(user)).toHaveLength(50);
    expect(await isIn(second.access_token)).toBe(false);
    expect(await isIn(first.access_token)).toBe(true);
  });
});

describe('the end of a grant', () => {
  let user: TestUser;
  let token: string;
  beforeEach(async () => {
    user = await createUser(company.owner, 'MEMBER');
    token = (await program.connect(user)).access_token;
    expect([await isIn(token), await isIn(token, elsewhere)]).toEqual([true, true]);
  });

  const ENDS: [string, () => Promise<{ status: number }>][] = [
    ['its person takes it back', async () => user.api.delete(`/me/grants/${(await grantsOf(user))[0].id}`)],
    ['an administrator does', async () => company.admin.api.delete(`/grants/${(await grantsOf(user))[0].id}`)],
    ['the person signs out everywhere', () => user.api.delete('/me/sessions')],
    ['the person is deactivated', () => company.owner.api.put(`/users/${user.id}`, { active: false })],
    [
      'the password changes',
      () => user.api.put('/me/password', { currentPassword: user.password, newPassword: 'another horse battery' }),
    ],
    ['the program revokes it', () => program.revoke(token)],
  ];

  it.each(ENDS)('comes at once on every instance, for streams too, when %s', async (_, end) => {
    const streams = await Promise.all([service, elsewhere].map(({ baseUrl }) => TestEventSource.open(baseUrl, token)));
    expect((await end()).status).toBeLessThan(300);
    expect(await isIn(token)).toBe(false);
    await refusedEverywhere(token);
    for (const stream of streams) await eventually('the stream ends', () => stream.isEnded, COUNTS_WITHIN);
  });

  it('is for good: a person who is activated again has none', async () => {
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    await company.owner.api.put(`/users/${user.id}`, { active: true });
    expect(await isIn(token)).toBe(false);
  });

  it('comes with the deletion of the agent that it acts as', async () => {
    const agent = await createAgent(company.owner, 'Gone');
    const { access_token: own } = await program.connect(company.admin, { colleagueId: agent.id });
    expect(await isIn(own)).toBe(true);
    expect((await company.owner.api.delete(`/virtual-colleagues/${agent.id}`)).status).toBe(204);
    expect(await isIn(own)).toBe(false);
  });

  it('is nothing that others, keys or programs ask for', async () => {
    const [{ id }] = await grantsOf(user);
    const missing = [404, 'NOT_FOUND', 'Grant not found'];
    expect(refusalOf(await company.member.api.delete(`/me/grants/${id}`))).toEqual(missing);
    expect(refusalOf(await user.api.delete(`/me/grants/${UNKNOWN_ID}`))).toEqual(missing);
    expect(refusalOf(await stranger.owner.api.delete(`/grants/${id}`))).toEqual(missing);
    expect(result(await user.api.delete(`/grants/${id}`))).toEqual(FORBIDDEN);
    const { key } = (await user.api.post('/api-keys', { name: 'Key' })).body;
    for (const credentials of [key as string, token]) {
      const caller = service.api.as(credentials);
      expect(result(await caller.get('/me/grants'))).toEqual(FORBIDDEN);
      expect(result(await caller.delete(`/me/grants/${id}`))).toEqual(FORBIDDEN);
    }
  });

  it('is in the audit log, as its beginning is', async () => {
    const [{ id }] = await grantsOf(user);
    await user.api.delete(`/me/grants/${id}`);
    const { body } = await company.owner.api.get(`/audit-log?action=grant.*&targetId=${id}`);
    const about = { id: user.id, type: 'user' };
    const target = { type: 'grant', id, name: 'Program' };
    expect(body).toMatchObject([
      { action: 'grant.revoked', actor: about, target },
      { action: 'grant.created', actor: { ...about, via: { id: program.id, name: 'Program' } }, target },
    ]);
    expect(body[0].actor).not.toHaveProperty('via');
    expect(JSON.stringify(body)).not.toContain('svc_');
  });
});

describe('the setting of the company', () => {
  const set = async (oauth: string) => {
    const { status, body } = await company.admin.api.put('/company', { oauth });
    expect([status, body.oauth]).toEqual([200, oauth]);
  };
  afterEach(() => set('everyone'));

  it('is for ADMIN and OWNER, and one of three', async () => {
    expect((await company.member.api.get('/company')).body.oauth).toBe('everyone');
    expect(result(await company.member.api.put('/company', { oauth: 'off' }))).toEqual(FORBIDDEN);
    expect(refusalOf(await company.admin.api.put('/company', { oauth: 'some' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { oauth: 'Must be one of: everyone, admins, off' },
    ]);
  });

  it.each([
    ['admins', true],
    ['off', false],
  ])('%s keeps others out, while it is so', async (setting, letsAdminsIn) => {
    const [of, ofAdmin] = [await program.connect(company.member), await program.connect(company.admin)];
    const stream = await TestEventSource.open(elsewhere.baseUrl, of.access_token);
    const browser = await Browser.of(service.api, company.member);
    const code = await program.code(browser);
    await set(setting);
    expect(result(await service.api.as(of.access_token).get('/me'))).toEqual(INVALID_TOKEN);
    expect(await isIn(ofAdmin.access_token)).toBe(letsAdminsIn);
    await refusedEverywhere(of.access_token);
    await eventually('the stream ends', () => stream.isEnded, COUNTS_WITHIN);
    const { status, body } = await browser.get(`/oauth/request?${program.query()}`);
    expect([status, body.error]).toEqual([400, 'access_denied']);
    expect(new URL(body.redirect as string).searchParams.get('error')).toBe('access_denied');
    const consent = await browser.post('/oauth/consent', { request: program.query(), allow: true });
    expect([consent.status, consent.body.error]).toEqual([400, 'access_denied']);
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
    expect((await program.refresh(of.refresh_token)).body.error).toBe('invalid_grant');
    await set('everyone');
    expect(await isIn(of.access_token)).toBe(true);
  });
});

describe('the scope', () => {
  it('to read refuses writes, and says what is needed', async () => {
    const project = await createProject(company.member);
    const { access_token: token } = await program.connect(company.member, { scope: 'projects' });
    const reader = service.api.as(token);
    expect((await reader.get(`/projects/${project.id}`)).status).toBe(200);
    const refused = await reader.post('/tasks', { projectId: project.id, title: 'Task' });
    expect(result(refused)).toEqual(FORBIDDEN);
    expect(refused.headers.get('WWW-Authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="projects projects:write", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/api"`,
    );
    expect((await reader.post('/filters/check', { filter: 'not done' })).status).toBe(200);
  });

  it('to read refuses tools that write', async () => {
    const { access_token: token } = await program.connect(company.member, { scope: 'projects' }, { resource: MCP });
    const call = (name: string) =>
      service.api
        .as(token)
        .post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
          { headers: { Accept: 'application/json, text/event-stream' } },
        );
    const refused = await call('save_task');
    expect(result(refused)).toEqual(FORBIDDEN);
    expect(refused.headers.get('WWW-Authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="projects projects:write", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/api/mcp"`,
    );
    expect((await call('get_context')).status).toBe(200);
  });

  it('to write does not raise the role', async () => {
    const project = await createProject(company.member);
    const { access_token: token } = await program.connect(company.viewer);
    const refused = await service.api.as(token).post('/tasks', { projectId: project.id, title: 'Task' });
    expect(result(refused)).toEqual(FORBIDDEN);
    expect(refused.headers.get('WWW-Authenticate')).toBeNull();
  });

  it('follows the role that the person has now', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const project = await createProject(company.member);
    const { access_token: token } = await program.connect(user);
    const write = async () =>
      (await service.api.as(token).post('/tasks', { projectId: project.id, title: 'Task' })).status;
    expect(await write()).toBe(201);
    await company.owner.api.put(`/users/${user.id}`, { role: 'VIEWER' });
    expect(await write()).toBe(403);
  });
});

describe('the resource', () => {
  it('is the one that a token is good for', async () => {
    const ofApi = await program.connect(company.member);
    const ofMcp = await program.connect(company.member, {}, { resource: MCP });
    expect(result(await service.api.as(ofApi.access_token).post('/mcp', {}))).toEqual(INVALID_TOKEN);
    expect(result(await service.api.as(ofMcp.access_token).get('/tasks'))).toEqual(INVALID_TOKEN);
    const agent = await McpAgent.connect(service, ofMcp.access_token);
    expect((await agent.get('get_context')).me.id).toBe(company.member.id);
    await agent.client.close();
  });
});

describe('chosen projects', () => {
  it.each(['owner', 'member'] as const)('are all that the program of %s reaches', async (who) => {
    const person = company[who];
    const [chosen, other] = [await createProject(person), await createProject(person)];
    const [own, hidden] = [await createTask(person, chosen.id), await createTask(person, other.id)];
    const { access_token: token } = await program.connect(person, { projectIds: [chosen.id] });
    const reader = service.api.as(token);
    const ids = async (path: string) => (await reader.get(path)).body.map(({ id }: { id: string }) => id);
    expect(await ids('/projects')).toEqual([chosen.id]);
    expect(await ids('/tasks')).toEqual([own.id]);
    for (const path of [`/projects/${other.id}`, `/tasks/${hidden.id}`, `/tasks/${hidden.tid}`]) {
      expect((await reader.get(path)).status).toBe(404);
    }
    expect((await reader.put(`/tasks/${hidden.id}`, { title: 'Mine' })).status).toBe(404);
    expect((await reader.post('/tasks', { projectId: other.id, title: 'Task' })).status).toBe(404);
    expect((await reader.post(`/tasks/${own.id}/transfer`, { projectId: other.id })).status).toBe(404);
    expect((await reader.post(`/tasks/${own.id}/blockers`, { taskId: hidden.id })).status).toBe(404);
    expect((await reader.put(`/tasks/${own.id}`, { title: 'Mine' })).status).toBe(200);
    expect(result(await reader.post('/projects', { name: 'New', key: 'NEWER' }))).toEqual(FORBIDDEN);
    const events = (await reader.get('/events?limit=200')).body.data as { projectId: string | null }[];
    expect(new Set(events.map(({ projectId }) => projectId ?? chosen.id))).toEqual(new Set([chosen.id]));
  });

  it('are all that a stream tells of', async () => {
    const [chosen, other] = [await createProject(company.owner), await createProject(company.owner)];
    const { access_token: token } = await program.connect(company.owner, { projectIds: [chosen.id] });
    const stream = await TestEventSource.open(service.baseUrl, token);
    await createTask(company.owner, other.id);
    expect((await company.owner.api.delete(`/projects/${other.id}`)).status).toBe(204);
    const task = await createTask(company.owner, chosen.id);
    await stream.received(1);
    expect(stream.events.map(({ data }) => data['id'])).toEqual([task.id]);
  });

  it('are within the reach of the person', async () => {
    const project = await createProject(company.owner);
    const team = (await company.owner.api.post('/teams', { name: 'Closed' })).body;
    await company.owner.api.put(`/projects/${project.id}`, { teamId: team.id });
    const consent = async (projectIds: string[]) => {
      const browser = await Browser.of(service.api, company.member);
      return browser.post('/oauth/consent', { request: program.query(), allow: true, projectIds });
    };
    expect(result(await consent([project.id]))).toEqual([404, { error: 'Project not found' }]);
    const foreign = await createProject(stranger.owner);
    expect(result(await consent([foreign.id]))).toEqual([404, { error: 'Project not found' }]);
    expect((await consent([])).status).toBe(400);
  });

  it('are lost with the reach of the person', async () => {
    const project = await createProject(company.owner);
    const { access_token: token } = await program.connect(company.member, { projectIds: [project.id] });
    const status = async () => (await service.api.as(token).get(`/projects/${project.id}`)).status;
    expect(await status()).toBe(200);
    const team = (await company.owner.api.post('/teams', { name: 'Closed later' })).body;
    await company.owner.api.put(`/projects/${project.id}`, { teamId: team.id });
    expect(await status()).toBe(404);
  });
});

describe('what a program does', () => {
  const via = () => ({ id: program.id, name: 'Program' });

  it('names it in events, histories and the audit log', async () => {
    const { access_token: token } = await program.connect(company.admin);
    const api = service.api.as(token);
    const project = (await api.post('/projects', { name: 'Made', key: 'MADEBY' })).body;
    const task = (await api.post('/tasks', { projectId: project.id, title: 'Task', description: 'One' })).body;
    await api.put(`/tasks/${task.id}`, { title: 'Other', description: 'Two' });
    const events = (await company.admin.api.get(`/events?projectId=${project.id}`)).body.data;
    const actor = { type: 'user', id: company.admin.id, name: 'Ada Admin', apiKeyId: null, via: via() };
    expect(events.map((event: { actor: object }) => event.actor)).toEqual(events.map(() => actor));
    expect(events.length).toBeGreaterThan(2);
    const by = { id: company.admin.id, name: 'Ada Admin', via: via() };
    const history = (await company.admin.api.get(`/tasks/${task.id}/activity`)).body;
    expect(history.map((entry: { actor: object }) => entry.actor)).toEqual([by, by]);
    const versions = (await company.admin.api.get(`/tasks/${task.id}/descriptions`)).body;
    expect(versions.map((version: { actor: object }) => version.actor)).toEqual([by, by]);
    const [entry] = (await company.owner.api.get(`/audit-log?action=project.created&targetId=${project.id}`)).body;
    expect(entry.actor).toMatchObject({ type: 'user', id: company.admin.id, via: via() });
    await company.admin.api.put(`/tasks/${task.id}`, { title: 'By hand' });
    const [own] = (await company.admin.api.get(`/tasks/${task.id}/activity`)).body;
    expect(own.actor).toEqual({ id: company.admin.id, name: 'Ada Admin' });
    const last = (await company.admin.api.get(`/events?projectId=${project.id}`)).body.data.at(-1);
    expect(last.actor).not.toHaveProperty('via');
  });

  it('is done by the agent that it acts as', async () => {
    const agent = await createAgent(company.owner, 'Otto');
    const project = await createProject(company.owner);
    const { access_token: token } = await program.connect(company.admin, { colleagueId: agent.id });
    const api = service.api.as(token);
    const task = (await api.post('/tasks', { projectId: project.id, title: 'Task' })).body;
    const [event] = (await company.admin.api.get(`/events?projectId=${project.id}&event=task.created`)).body.data;
    expect(event.actor).toEqual({
      type: 'colleague',
      id: agent.id,
      name: 'Otto',
      userId: company.admin.id,
      apiKeyId: null,
      via: via(),
    });
    const [entry] = (await company.admin.api.get(`/tasks/${task.id}/activity`)).body;
    expect(entry.actor).toMatchObject({ type: 'colleague', id: agent.id, via: via() });
    expect((await grantsOf(company.admin)).at(-1)).toMatchObject({ colleagueId: agent.id });
  });

  it('takes work as the agent, until the grant ends', async () => {
    const agent = await createAgent(company.owner, 'Olivia');
    const project = await createProject(company.owner);
    const task = await createTask(company.owner, project.id, { delegateId: agent.id });
    const { access_token: token } = await program.connect(company.admin, { colleagueId: agent.id }, { resource: MCP });
    const client = await McpAgent.connect(service, token);
    const { work } = await client.get('next_task');
    expect(work).toMatchObject({ taskId: task.id, state: 'working' });
    await client.get('report_work', { work: work.id, action: 'heartbeat', progress: 10 });
    expect(refusalOf(await agent.api.post(`/work/${work.id}/heartbeat`, {}))).toEqual([
      409,
      'CONFLICT',
      'Another key of this agent holds the work',
    ]);
    await client.get('add_comment', { task: task.tid, body: 'On it', work: work.id });
    await client.client.close();
    await program.revoke(token);
    await eventually('the work has ended', async () => {
      return (await company.owner.api.get(`/work/${work.id}`)).body.endedAt !== null;
    });
  });

  it('is as an agent only for administrators, and of agents of the company', async () => {
    const agent = await createAgent(company.owner, 'Ottilie');
    const foreign = await createAgent(stranger.owner, 'Foreign');
    const scout = (await company.owner.api.post('/virtual-colleagues', { name: 'Scrum', role: 'scrum_master' })).body;
    const consent = async (who: TestUser, colleagueId: string) => {
      const browser = await Browser.of(service.api, who);
      return browser.post('/oauth/consent', { request: program.query(), allow: true, colleagueId });
    };
    expect(result(await consent(company.member, agent.id))).toEqual(FORBIDDEN);
    expect((await consent(company.admin, foreign.id)).status).toBe(404);
    expect((await consent(company.admin, scout.id as string)).status).toBe(400);
  });
});
