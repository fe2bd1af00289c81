import { createAgent, createAgentKey, type TestAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let agent: TestAgent;
let orchestrator: TestAgent;
let projectId: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  agent = await createAgent(company.owner);
  orchestrator = await createAgent(company.owner, 'Orla', { role: 'agent_orchestrator' });
  ({ id: projectId } = await createProject(company.owner));
});
afterAll(() => service.stop());

describe('keys of agents', () => {
  it('are made by ADMIN and OWNER, of agents and orchestrators', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const refused = await company[role].api.post('/api-keys', { name: 'Key', colleagueId: agent.id });
      expect(result(refused)).toEqual(FORBIDDEN);
    }
    const { body } = await company.admin.api.post('/api-keys', { name: 'Key', colleagueId: agent.id });
    expect(body.colleagueId).toBe(agent.id);
    const { body: keys } = await company.admin.api.get('/api-keys');
    expect(keys).toContainEqual(expect.objectContaining({ id: body.id, colleagueId: agent.id }));
    const scrum = await company.owner.api.post('/virtual-colleagues', { name: 'Sam', role: 'scrum_master' });
    const wrong = await company.owner.api.post('/api-keys', { name: 'Key', colleagueId: scrum.body.id });
    expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_ERROR', { colleagueId: expect.any(String) }]);
    expect((await company.owner.api.post('/api-keys', { name: 'Key', colleagueId: UNKNOWN_ID })).status).toBe(404);
  });

  it('do what a MEMBER may, but write nothing of the company and have no inbox', async () => {
    const refused = await Promise.all([
      agent.api.post('/users', { name: 'N', email: 'n@example.org', role: 'MEMBER', password: 'a-long-password' }),
      agent.api.post('/labels', { name: 'bug', color: '#ff0000' }),
      agent.api.post('/teams', { name: 'Team' }),
      agent.api.post('/projects', { name: 'New', key: 'NEW' }),
      agent.api.post('/virtual-colleagues', { name: 'New', role: 'agent' }),
      agent.api.post('/api-keys', { name: 'New' }),
      agent.api.put('/company', { name: 'New' }),
      agent.api.get('/events/stream?inbox=true'),
    ]);
    for (const answer of refused) expect(result(answer)).toEqual(FORBIDDEN);
    expect((await agent.api.get('/users')).status).toBe(200);
    expect((await agent.api.post('/tasks', { title: 'By the agent', projectId })).status).toBe(201);
  });

  it('say in GET /me which agent they belong to', async () => {
    const { id, name } = agent;
    expect((await agent.api.get('/me')).body).toMatchObject({ id: company.owner.id, agent: { id, name } });
    expect((await company.owner.api.get('/me')).body.agent).toBeNull();
  });

  it('reach the projects of the colleague alone', async () => {
    const { id: otherId } = await createProject(company.owner);
    const narrow = await createAgent(company.owner, 'Nina', { projectIds: [projectId] });
    const { body: projects } = await narrow.api.get('/projects');
    expect(projects.map(({ id }: { id: string }) => id)).toEqual([projectId]);
    expect((await narrow.api.post('/tasks', { title: 'Elsewhere', projectId: otherId })).status).toBe(404);
  });

  it('read only while the colleague is disabled, and end with it', async () => {
    const gone = await createAgent(company.owner, 'Gus');
    await company.owner.api.put(`/virtual-colleagues/${gone.id}`, { active: false });
    expect((await gone.api.get('/tasks')).status).toBe(200);
    expect(result(await gone.api.post('/tasks', { title: 'No', projectId }))).toEqual(FORBIDDEN);
    await company.owner.api.put(`/virtual-colleagues/${gone.id}`, { active: true });
    expect((await gone.api.post('/tasks', { title: 'Yes', projectId })).status).toBe(201);
    expect((await company.owner.api.delete(`/virtual-colleagues/${gone.id}`)).status).toBe(204);
    expect(result(await gone.api.get('/tasks'))).toEqual(INVALID_TOKEN);
  });

  it('name the colleague in histories, events and comments', async () => {
    const task = await createTask(company.owner, projectId);
    await agent.api.put(`/tasks/${task.id}`, { title: 'Changed' });
    const actor = {
      type: 'colleague',
      id: agent.id,
      name: agent.name,
      userId: company.owner.id,
      apiKeyId: agent.keyId,
    };
    expect((await company.owner.api.get(`/tasks/${task.id}/activity`)).body[0].actor).toEqual(actor);
    const { body: events } = await company.owner.api.get('/events?limit=100');
    const [updated] = events.data.filter(({ data }: { data: { id: string } }) => data.id === task.id).reverse();
    expect(updated.actor).toEqual(actor);
    const { body: comment } = await agent.api.post(`/tasks/${task.id}/comments`, { body: 'Done so far.' });
    expect(comment.author).toEqual({ id: agent.id, name: agent.name, type: 'colleague' });
    expect(comment.authorId).toBe(company.owner.id);
    const { body: own } = await company.member.api.post(`/tasks/${task.id}/comments`, { body: 'Thanks.' });
    expect(own.author).toMatchObject({ id: company.member.id, type: 'user' });
  });
});

describe('delegateId', () => {
  it('is set, shown, listed and cleared', async () => {
    const { api } = company.member;
    const task = await createTask(company.member, projectId, { delegateId: agent.id });
    const { body: detail } = await api.get(`/tasks/${task.id}`);
    expect(detail).toMatchObject({ delegateId: agent.id, delegate: { id: agent.id, name: agent.name } });
    const ids = async (query: string) =>
      (await api.get(`/tasks?limit=100&${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids(`delegateId=${agent.id}`)).toContain(task.id);
    expect(await ids('delegateId=null')).not.toContain(task.id);
    expect(await ids(`filter=${encodeURIComponent('delegate = Otto')}`)).toContain(task.id);
    expect(await ids(`filter=${encodeURIComponent('delegate is empty')}`)).not.toContain(task.id);
    const { body: listed } = await api.get(`/tasks?include=delegate&tid=${task.tid}`);
    expect(listed[0].delegate).toEqual({ id: agent.id, name: agent.name });
    await api.put(`/tasks/${task.id}`, { delegateId: null });
    expect((await api.get(`/tasks/${task.id}`)).body.delegate).toBeNull();
    const { body: history } = await api.get(`/tasks/${task.id}/activity`);
    expect(history[0].changes).toEqual({ delegateId: { from: agent.id, to: null } });
  });

  it('names an enabled agent that reaches the project', async () => {
    const { api } = company.owner;
    const { id } = await createTask(company.owner, projectId);
    const { id: otherId } = await createProject(company.owner);
    const make = async (input: object) =>
      (await api.post('/virtual-colleagues', { name: 'X', role: 'agent', ...input })).body;
    for (const wrong of [
      await make({ role: 'manager' }),
      await make({ active: false }),
      await make({ projectIds: [otherId] }),
    ]) {
      const refused = await api.put(`/tasks/${id}`, { delegateId: wrong.id });
      expect(refusalOf(refused)).toEqual([400, 'VALIDATION_ERROR', { delegateId: expect.any(String) }]);
    }
    expect(result(await api.put(`/tasks/${id}`, { delegateId: UNKNOWN_ID }))).toEqual([
      404,
      { error: 'Virtual colleague not found' },
    ]);
  });

  it('is changed by people and orchestrators, not by agents', async () => {
    const { id } = await createTask(company.owner, projectId);
    expect(result(await agent.api.put(`/tasks/${id}`, { delegateId: agent.id }))).toEqual(FORBIDDEN);
    expect((await orchestrator.api.put(`/tasks/${id}`, { delegateId: agent.id })).status).toBe(200);
    // The same one again would have its attempts count from 0.
    expect(result(await agent.api.put(`/tasks/${id}`, { delegateId: agent.id }))).toEqual(FORBIDDEN);
    const bulk = { ids: [id], set: { delegateId: agent.id } };
    expect(result(await agent.api.post('/tasks/bulk', bulk))).toEqual(FORBIDDEN);
  });

  it('becomes null with the colleague', async () => {
    const gone = await createAgent(company.owner, 'Gerd');
    await createAgentKey(company.owner, gone);
    const task = await createTask(company.owner, projectId, { delegateId: gone.id });
    await company.owner.api.delete(`/virtual-colleagues/${gone.id}`);
    expect((await company.owner.api.get(`/tasks/${task.id}`)).body.delegateId).toBeNull();
  });
});
