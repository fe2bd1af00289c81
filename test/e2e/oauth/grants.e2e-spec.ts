import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { TestEventSource } from '../../support/event-source.js';
import { eventually } from '../../support/eventually.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { API, ISSUER, MCP, OAuthProgram } from '../../support/oauth-client.js';
import { earlier } from '../../support/test-database.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let program: OAuthProgram;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  program = await OAuthProgram.register(service.api);
});
afterAll(() => service.stop());

const isIn = async (token: string) => (await service.api.as(token).get('/me')).status === 200;
const grantsOf = async (user: TestUser) => (await user.api.get('/me/grants')).body;

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
      `UPDATE oauth_grants SET created_at = ${earlier('created_at', '1 hour')} WHERE user_id = $1 AND last_used_at IS NULL`,
      [user.id],
    );
    for (let count = 2; count <= 50; count += 1) await program.connect(browser);
    expect(await grantsOf(user)).toHaveLength(50);
    expect(await isIn(second.access_token)).toBe(false);
    expect(await isIn(first.access_token)).toBe(true);
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
