import { setTimeout as delay } from 'node:timers/promises';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createAgent, createAgentKey, type TestAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

/** Waiting calls of a company in a process. */
const PLACES_OF_COMPANY = 100;

let service: TestService;
let second: TestService;
let company: TestCompany;
let stranger: TestCompany;
let projectId: string;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  second = await startTestService({}, service.database);
  ({ id: projectId } = await createProject(company.owner));
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const agentWith = (work: object = {}) => createAgent(company.owner, 'Otto', { settings: { work } });
const delegated = (agent: TestAgent, input: object = {}) =>
  createTask(company.owner, projectId, { delegateId: agent.id, status: 'To Do', ...input });
const read = async (path: string) => (await company.owner.api.get(path)).body;

async function take(agent: TestAgent, taskId: string) {
  const { status, body } = await agent.api.post('/work', { taskId });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const id = body.work.id as string;
  return {
    id,
    taskId,
    call: (name: string, input: object = {}) => agent.api.post(`/work/${id}/${name}`, input),
    read: () => read(`/work/${id}`),
    set: (assignments: string) => service.database.rows(`UPDATE works SET ${assignments} WHERE id = $1`, [id]),
  };
}

const PAST = `now() - interval '1 s'`;
const hasEnded = (work: { read: () => Promise<{ state: string }> }, state: string) =>
  eventually(`it is ${state}`, async () => (await work.read()).state === state);

describe('what ends a work by itself', () => {
  it('a question that nobody answers for 14 days', async () => {
    const agent = await agentWith();
    const work = await take(agent, (await delegated(agent)).id);
    await work.call('ask', { question: 'Which?' });
    const [row] = await service.database.rows<{ days: string }>(
      `SELECT extract(epoch FROM ends_at - last_seen_at) / 86400 AS days FROM works WHERE id = $1`,
      [work.id],
    );
    expect(Number(row!.days)).toBeCloseTo(14, 3);
    await work.set(`ends_at = ${PAST}`);
    expect(await work.read()).toMatchObject({ state: 'released', lease: null });
    expect((await company.member.api.post(`/work/${work.id}/answer`, { text: 'A' })).status).toBe(409);
    expect(await work.read()).toMatchObject({ endedReason: 'Nobody answered for 14 days', question: null });
    expect(await read(`/tasks/${work.taskId}`)).toMatchObject({ status: 'To Do', work: null });
    expect((await agent.api.post('/work', { taskId: work.taskId })).body.work.attempt).toBe(2);
  });

  it('more minutes than it may work, without those of waiting for an answer', async () => {
    const agent = await agentWith({ maxMinutes: 10, maxAttempts: 1 });
    const work = await take(agent, (await delegated(agent)).id);
    await work.set(`working_since = now() - interval '9 min', limit_at = now() + interval '1 min'`);
    await work.call('ask', { question: 'Which?' });
    await company.member.api.post(`/work/${work.id}/answer`, { text: 'A' });
    const [row] = await service.database.rows<{ left: string }>(
      `SELECT extract(epoch FROM limit_at - now()) AS left FROM works WHERE id = $1`,
      [work.id],
    );
    expect(Math.abs(Number(row!.left) - 60)).toBeLessThan(5);
    await work.set(`limit_at = ${PAST}`);
    expect((await work.call('heartbeat')).body.stopRequested).toBe(true);
    expect(await work.read()).toMatchObject({ state: 'working', stopRequested: true });
    await work.set(`stop_at = ${PAST}, ends_at = ${PAST}`);
    await hasEnded(work, 'stopped');
    await eventually('the task goes back', async () => (await read(`/tasks/${work.taskId}`)).status === 'To Do');
    expect(await work.read()).toMatchObject({ endedReason: 'It worked for as long as it may' });
    // Stopped by limits, it counts as an attempt: the only one that there was.
    const refused = await agent.api.post('/work', { taskId: work.taskId });
    expect(refused.body.error.message).toContain('1 of 1 attempts used');
    await eventually('the inbox says so', async () =>
      (await company.owner.api.get('/inbox?reason=agent')).text.includes('It is stuck'),
    );
  });

  it('more than it may cost, at once when it is reported', async () => {
    const agent = await agentWith({ maxCostUsd: 0.5 });
    const work = await take(agent, (await delegated(agent)).id);
    const usage = { inputTokens: 1, outputTokens: 1 };
    expect((await work.call('heartbeat', { usage: { ...usage, costUsd: 0.5 } })).body.stopRequested).toBe(false);
    expect((await work.call('heartbeat', { usage: { ...usage, costUsd: 0.5001 } })).body.stopRequested).toBe(true);
    await work.set(`stop_at = ${PAST}, ends_at = ${PAST}`);
    await hasEnded(work, 'stopped');
    const refused = await agent.api.post('/work', { taskId: work.taskId });
    expect(refused.body.error.message).toContain('delegate it anew');
    await company.member.api.put(`/tasks/${work.taskId}`, { delegateId: agent.id });
    expect((await agent.api.post('/work', { taskId: work.taskId })).status).toBe(201);
  });

  it('archiving, disabling and blockers stop it, and it is ready again when they are over', async () => {
    const agent = await agentWith();
    const own = await createProject(company.owner);
    const task = await createTask(company.owner, own.id, { delegateId: agent.id });
    for (const [stop, goOn] of [
      [`/projects/${own.id}/archive`, `/projects/${own.id}/unarchive`],
      [{ active: false }, { active: true }],
    ] as const) {
      const change = (what: string | object) =>
        typeof what === 'string'
          ? company.owner.api.post(what)
          : company.owner.api.put(`/virtual-colleagues/${agent.id}`, what);
      const work = await take(agent, task.id);
      await change(stop);
      await eventually('it is told to stop', async () => (await work.read()).stopRequested === true);
      await work.set(`stop_at = ${PAST}, ends_at = ${PAST}, stop_cause = 'task'`);
      await hasEnded(work, 'stopped');
      await change(goOn);
      await eventually('it is ready', async () => (await read(`/work/ready?colleagueId=${agent.id}`)).length === 1);
    }
  });
});

describe('claims at once', () => {
  it('give nobody what another has, over several instances', async () => {
    const agent = await agentWith({ concurrent: 50 });
    const keys = [agent, await createAgentKey(company.owner, agent), await createAgentKey(company.owner, agent)];
    const tasks = await Promise.all(Array.from({ length: 30 }, () => delegated(agent)));
    const apis = [...keys.map(({ api }) => api), ...keys.map(({ key }) => second.api.as(key))];
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, n) => apis[n % apis.length]!.post('/work/next', {})),
    );
    const taken = answers.flatMap(({ body }) => body.work?.taskId ?? []);
    expect(taken.sort()).toEqual(tasks.map(({ id }) => id).sort());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('give each key its own, with its lease and its name', async () => {
    const agent = await agentWith({ concurrent: 10 });
    await Promise.all(Array.from({ length: 6 }, () => delegated(agent)));
    const keys = [agent, await createAgentKey(company.owner, agent), await createAgentKey(company.owner, agent)];
    const answers = await Promise.all(
      keys.flatMap(({ keyId, api }) =>
        [600, 7_200].map(async (leaseSeconds) => {
          const { body } = await api.post('/work/next', { leaseSeconds });
          return { keyId, leaseSeconds, ...body };
        }),
      ),
    );
    const { data: events } = (await company.owner.api.get('/events?event=task.updated&limit=200')).body;
    for (const { keyId, leaseSeconds, work, brief } of answers) {
      expect(work.apiKeyId).toBe(keyId);
      expect(Math.round((Date.parse(work.lease.until) - Date.parse(work.startedAt)) / 1_000)).toBe(leaseSeconds);
      expect(brief.task).toMatchObject({ id: work.taskId, status: 'In Progress' });
      const actor = { type: 'colleague', id: agent.id, name: 'Otto', userId: company.owner.id, apiKeyId: keyId };
      const { body: history } = await company.owner.api.get(`/tasks/${work.taskId}/activity`);
      expect(history[0].actor).toEqual(actor);
      const moved = events.filter(({ data }: { data: { id: string } }) => data.id === work.taskId);
      expect(moved).toMatchObject([{ event: 'task.updated', actor }]);
    }
  });

  it('fail no call for another one', async () => {
    const agent = await agentWith({ concurrent: 10 });
    const tasks = await Promise.all(Array.from({ length: 6 }, () => delegated(agent)));
    const headers = { 'Idempotency-Key': `key-${agent.id}` };
    const same = () => agent.api.post('/work/next', {}, { headers });
    const others = () => agent.api.post('/work/next', {});
    const answers = await Promise.all([others(), same(), others(), same(), others(), same(), others()]);
    const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body.work.taskId);
    const repeated = answers.filter((_answer, n) => n % 2 === 1);
    expect(answers.filter((_answer, n) => n % 2 === 0).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(repeated.every(({ status }) => status === 200 || status === 409)).toBe(true);
    // The same key takes one task, however often it is sent.
    expect(new Set(taken).size).toBe(5);
    expect(tasks.map(({ id }) => id)).toEqual(expect.arrayContaining(taken));
  });

  it('never exceed what the agent may do at once', async () => {
    const agent = await agentWith({ concurrent: 3 });
    for (let n = 0; n < 6; n += 1) await delegated(agent);
    const apis = [agent.api, second.api.as(agent.key)];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => apis[n % 2]!.post('/work/next', {})));
    expect(answers.filter(({ body }) => body.work)).toHaveLength(3);
    for (const { body } of answers) if (!body.work) expect(body.limit).toBe('concurrent');
  });

  it('let either the late agent or the next one have the task, never both', async () => {
    const agent = await agentWith({ concurrent: 5, maxAttempts: 20 });
    const other = await createAgentKey(company.owner, agent);
    const { id } = await delegated(agent);
    for (let round = 0; round < 6; round += 1) {
      const work = await take(agent, id);
      await work.set(`lease_until = now() + interval '40 ms', ends_at = now() + interval '40 ms'`);
      // They arrive while the lease ends.
      await delay(25 + round * 4);
      const [written, next] = await Promise.all([
        agent.api.post(`/tasks/${id}/comments`, { body: `Late ${round}` }, { headers: { 'X-Work': work.id } }),
        other.api.post('/work', { taskId: id }),
      ]);
      const comments = (await read(`/tasks/${id}/comments`)) as { body: string }[];
      expect(comments.some(({ body }) => body === `Late ${round}`)).toBe(written.status === 201);
      expect([201, 409]).toContain(written.status);
      const works = (await read(`/tasks/${id}/work`)) as { state: string; lease: object | null }[];
      expect(works.filter(({ lease }) => lease !== null).length).toBeLessThanOrEqual(1);
      if (next.status === 201) {
        expect((await work.call('submit', { summary: 'Late' })).body.error.message).toBe('The lease has ended');
        await other.api.post(`/work/${next.body.work.id}/release`, {});
      } else {
        await hasEnded(work, 'expired');
      }
    }
  });
});

describe('calls that wait', () => {
  const waits = (instance: TestService, count: number) =>
    eventually(`${count} calls wait`, () => instance.app.get(ConcurrencyLimits).use('work-waits').held === count);

  it('are so many of a company, and are answered when the service stops', async () => {
    const third = await startTestService({}, service.database);
    const agent = await agentWith();
    const foreign = await createAgent(stranger.owner, 'Olga');
    const api = third.api.as(agent.key);
    const waiting: Promise<Answer>[] = [];
    for (let n = 0; n < PLACES_OF_COMPANY; n += 1) waiting.push(api.post('/work/next', { wait: 30 }));
    await waits(third, PLACES_OF_COMPANY);
    const nothing = { work: null, brief: null, ready: 0, limit: null };
    expect((await api.post('/work/next', { wait: 30 })).body).toEqual(nothing);
    waiting.push(third.api.as(foreign.key).post('/work/next', { wait: 30 }));
    await waits(third, PLACES_OF_COMPANY + 1);
    // They hold no connection: everything else goes on.
    expect((await api.get('/tasks')).status).toBe(200);
    const stopped = third.stop();
    for (const answer of await Promise.all(waiting)) expect([answer.status, answer.body]).toEqual([200, nothing]);
    await stopped;
  });

  it('claim nothing when their client has hung up', async () => {
    const agent = await agentWith();
    const hangUp = new AbortController();
    const call = agent.api.post('/work/next', { wait: 30 }, { signal: hangUp.signal }).catch(() => undefined);
    await waits(service, 1);
    hangUp.abort();
    await call;
    await waits(service, 0);
    const { id } = await delegated(agent);
    expect((await agent.api.post('/work/next', {})).body.work.taskId).toBe(id);
  });
});
