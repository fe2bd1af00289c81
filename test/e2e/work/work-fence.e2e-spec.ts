import { createAgent, createAgentKey, type TestAgent } from '../../factories/agent.factory.js';
import { callBytes } from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, RequestOptions } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let agent: TestAgent;
let projectId: string;
let other: string;
let label: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  agent = await createAgent(company.owner, 'Otto', { settings: { work: { concurrent: 100, maxAttempts: 20 } } });
  ({ id: projectId } = await createProject(company.owner));
  other = (await createTask(company.owner, projectId)).id;
  label = (await company.owner.api.post('/labels', { name: 'Agents' })).body.id;
});
afterAll(() => service.stop());

type Write = (taskId: string, options?: RequestOptions) => Promise<Answer>;

/** Every way to write to a task, or to put something on it. */
const WRITES: Record<string, Write> = {
  'PUT /tasks/{id}': (id, options) => agent.api.put(`/tasks/${id}`, { title: `Late ${Math.random()}` }, options),
  'labels by PUT': (id, options) => agent.api.put(`/tasks/${id}`, { labelIds: [label] }, options),
  'POST /tasks/{id}/move': (id, options) => agent.api.post(`/tasks/${id}/move`, { afterId: other }, options),
  'POST /tasks/bulk': (id, options) => agent.api.post('/tasks/bulk', { ids: [id], set: { priority: 'Low' } }, options),
  'a new subtask': (id, options) => agent.api.post('/tasks', { title: 'Sub', projectId, parentId: id }, options),
  'POST /tasks/bulk-create': (id, options) =>
    agent.api.post('/tasks/bulk-create', { tasks: [{ title: 'Sub', projectId, parentId: id }] }, options),
  'a moved subtask': async (id, options) => {
    const sub = await createTask(company.owner, projectId);
    return agent.api.put(`/tasks/${sub.id}`, { parentId: id }, options);
  },
  'its blocker': (id, options) => agent.api.post(`/tasks/${id}/blockers`, { taskId: other }, options),
  'POST /tasks/{id}/comments': (id, options) => agent.api.post(`/tasks/${id}/comments`, { body: 'Late' }, options),
  'POST /tasks/{id}/attachments': (id, options) =>
    agent.api.post(`/tasks/${id}/attachments`, { name: 'late.txt', size: 4 }, options),
  'POST /tasks/{id}/time-entries': (id, options) => agent.api.post(`/tasks/${id}/time-entries`, { hours: 1 }, options),
};

/** What ends or stops the work, or takes the task away: tried with a work each. */
const LAST_WRITES: Record<string, Write> = {
  'a blocker of another': (id, options) => agent.api.post(`/tasks/${other}/blockers`, { taskId: id }, options),
  'POST /tasks/bulk-delete': (id, options) => agent.api.post('/tasks/bulk-delete', { ids: [id] }, options),
  'DELETE /tasks/{id}': (id, options) => agent.api.delete(`/tasks/${id}`, options),
};

const withWork = (id: string): RequestOptions => ({ headers: { 'X-Work': id } });
const delegated = () => createTask(company.owner, projectId, { delegateId: agent.id });

async function take(taskId: string): Promise<string> {
  const { status, body } = await agent.api.post('/work', { taskId });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.work.id as string;
}

const codeOf = ({ status, body }: Answer) => [status, body?.error?.code];

describe('a write by a key of an agent', () => {
  it.each(Object.entries({ ...WRITES, ...LAST_WRITES }))(
    '%s needs the work that holds the task',
    async (name, write) => {
      const { id } = await delegated();
      const workId = await take(id);
      const elsewhere = await take((await delegated()).id);
      const before = (await company.owner.api.get(`/tasks/${id}`)).text;
      expect([name, ...codeOf(await write(id))]).toEqual([name, 409, 'CONFLICT']);
      for (const wrong of [UNKNOWN_ID, elsewhere]) {
        expect([name, ...codeOf(await write(id, withWork(wrong)))]).toEqual([name, 409, 'CONFLICT']);
      }
      expect((await company.owner.api.get(`/tasks/${id}`)).text).toBe(before);
      expect((await company.owner.api.get(`/tasks/${id}/comments`)).body).toEqual([]);
      const { status } = await write(id, withWork(workId));
      expect([name, status < 300]).toEqual([name, true]);
    },
  );

  it('is refused when the work is another key’s, was handed in or has ended', async () => {
    const { id } = await delegated();
    const workId = await take(id);
    const second = await createAgentKey(company.owner, agent);
    const write = (key: TestAgent) => key.api.put(`/tasks/${id}`, { title: 'Late' }, withWork(workId));
    expect((await write(second)).status).toBe(409);
    await agent.api.post(`/work/${workId}/submit`, { summary: 'Done.' });
    expect((await write(agent)).status).toBe(409);
    await company.owner.api.post(`/work/${workId}/review`, { decision: 'accept' });
    expect((await write(agent)).status).toBe(409);
    expect((await agent.api.put(`/tasks/${other}`, { title: 'Free' }, withWork(workId))).status).toBe(409);
    expect((await agent.api.put(`/tasks/${id}`, { title: 'Free' })).status).toBe(200);
  });

  it('covers subtasks, and lets people write', async () => {
    const { id } = await delegated();
    const sub = await createTask(company.owner, projectId, { parentId: id });
    const workId = await take(id);
    expect((await agent.api.put(`/tasks/${sub.id}`, { title: 'Late' })).status).toBe(409);
    expect((await agent.api.put(`/tasks/${sub.id}`, { title: 'Mine' }, withWork(workId))).status).toBe(200);
    expect((await company.member.api.put(`/tasks/${sub.id}`, { title: 'Ours' }, withWork(UNKNOWN_ID))).status).toBe(
      200,
    );
    const malformed = await agent.api.put(`/tasks/${id}`, { title: 'x' }, withWork('none'));
    expect(codeOf(malformed)).toEqual([400, 'INVALID_INPUT']);
  });
});

it('has the values of own fields in the brief', async () => {
  await createField(company.owner, 'Severity', 'select', { options: ['Minor', 'Major'] });
  const { id } = await createTask(company.owner, projectId, { delegateId: agent.id, custom: { severity: 'Major' } });
  const { body } = await agent.api.post('/work', { taskId: id });
  expect(body.brief.task.custom).toEqual({ severity: 'Major' });
});

describe('files of a task', () => {
  it('need the work, too, and are in its brief', async () => {
    const { id } = await delegated();
    const workId = await take(id);
    const named = { 'X-Work': workId };
    const { body: waiting } = await agent.api.post(
      `/tasks/${id}/attachments`,
      { name: 'a.txt', size: 4 },
      withWork(workId),
    );
    const send = (headers: Record<string, string> = {}) =>
      callBytes(service, agent.key, waiting.url, { method: 'PUT', headers, body: new Uint8Array(Buffer.from('text')) });
    expect((await send()).status).toBe(409);
    expect((await send({ 'X-Work': 'none' })).status).toBe(400);
    expect((await send(named)).status).toBe(200);
    const path = `/attachments/${waiting.id}`;
    expect((await agent.api.put(path, { name: 'b.txt' })).status).toBe(409);
    expect((await agent.api.put(path, { name: 'b.txt' }, withWork(workId))).status).toBe(200);
    expect((await agent.api.delete(path)).status).toBe(409);
    const { body: task } = await company.owner.api.get(`/tasks/${id}`);
    expect(task.attachments).toMatchObject([{ id: waiting.id, name: 'b.txt', state: 'ready' }]);
    await agent.api.post(`/work/${workId}/release`, {});
    const { body } = await agent.api.post('/work', { taskId: id });
    expect(body.brief.attachments).toEqual(task.attachments);
    expect('attachments' in body.brief.task).toBe(false);
    expect((await agent.api.delete(path, withWork(body.work.id))).status).toBe(204);
  });
});

describe('a lease that ran out', () => {
  const expire = (workId: string) =>
    service.database.rows(
      `UPDATE works SET lease_until = now() - interval '1 s', ends_at = now() - interval '1 s' WHERE id = $1`,
      [workId],
    );

  it('writes nothing, before anything has noticed it', async () => {
    const { id } = await delegated();
    const workId = await take(id);
    await expire(workId);
    expect((await agent.api.put(`/tasks/${id}`, { title: 'Late' }, withWork(workId))).status).toBe(409);
    const answer = await agent.api.post(`/work/${workId}/submit`, { summary: 'Late' });
    expect([answer.status, answer.body.error.message]).toEqual([409, 'The lease has ended']);
    expect((await company.owner.api.get(`/work/${workId}`)).body).toMatchObject({
      state: 'expired',
      lease: null,
      endedReason: 'Its lease ran out',
    });
    expect((await company.owner.api.get(`/tasks/${id}`)).body).toMatchObject({
      work: null,
      title: expect.not.stringContaining('Late'),
    });
  });

  it('ends by itself, and the task goes back', async () => {
    const task = await createTask(company.owner, projectId, { delegateId: agent.id, status: 'To Do' });
    const workId = await take(task.id);
    await expire(workId);
    const find = async () => (await company.owner.api.get(`/tasks/${task.id}`)).body;
    await eventually('the task goes back', async () => (await find()).status === 'To Do');
    const { body: history } = await company.owner.api.get(`/tasks/${task.id}/activity`);
    expect(history[0].actor).toMatchObject({ type: 'colleague', id: agent.id, name: 'Otto' });
  });

  it('is shown with its reason when it was to stop, before anything has noticed it', async () => {
    const workId = await take((await delegated()).id);
    await company.member.api.post(`/work/${workId}/stop`, { reason: 'Enough' });
    await service.database.rows(`UPDATE works SET stop_at = now(), ends_at = now() WHERE id = $1`, [workId]);
    const { body } = await company.viewer.api.get(`/work/${workId}`);
    expect(body).toMatchObject({ state: 'stopped', endedReason: 'Enough', lease: null });
  });

  it('lets the task be taken at once, and the late agent loses', async () => {
    const { id } = await delegated();
    const late = await take(id);
    await expire(late);
    const next = await take(id);
    expect((await company.owner.api.get(`/work/${next}`)).body).toMatchObject({ attempt: 2, lease: { number: 2 } });
    expect((await agent.api.post(`/work/${late}/heartbeat`, {})).body.error.message).toBe('The lease has ended');
    expect((await agent.api.post(`/tasks/${id}/comments`, { body: 'Late' }, withWork(late))).status).toBe(409);
  });

  it('ends when its key is revoked', async () => {
    const key = await createAgentKey(company.owner, agent);
    const { id } = await delegated();
    const { body } = await key.api.post('/work', { taskId: id });
    await company.owner.api.delete(`/api-keys/${key.keyId}`);
    const find = async () => (await company.owner.api.get(`/work/${body.work.id}`)).body.state;
    await eventually('the work expires', async () => (await find()) === 'expired');
  });
});
