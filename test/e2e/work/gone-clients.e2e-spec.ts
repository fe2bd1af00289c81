import { createClient, runAgent } from '../../../sdk/src/sdk.js';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { RowLock } from '../../support/row-lock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let agent: TestAgent;
let task: TestTask;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => {
  agent = await createAgent(company.owner);
  const { id } = await createProject(company.owner);
  task = await createTask(company.owner, id, { delegateId: agent.id, status: 'To Do' });
});
afterAll(() => service.stop());

const read = async () => (await company.owner.api.get(`/tasks/${task.id}`)).body;
const works = async () => (await company.owner.api.get(`/tasks/${task.id}/work`)).body;

/** A claim that is made while its client hangs up. */
async function claimAndHangUp(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const lock = await RowLock.take(service.database, 'virtual_colleagues WHERE id = $1', agent.id);
  const hangUp = new AbortController();
  const call = agent.api.post(path, body, { signal: hangUp.signal, headers }).catch(() => undefined);
  await service.database.lockWaits(1);
  hangUp.abort();
  await call;
  await lock.release();
}

describe('a claim whose client is gone when it is answered', () => {
  it.each(['next', 'that one'])('is undone: %s', async (which) => {
    const call = which === 'next' ? ['/work/next', {}] : ['/work', { taskId: task.id }];
    await claimAndHangUp(...(call as [string, object]));
    await eventually('it has been taken and given back', async () => {
      const { body } = await company.owner.api.get(`/tasks/${task.id}/activity`);
      return body.length >= 2 && (await works()).length === 0;
    });
    expect(await read()).toMatchObject({ status: 'To Do', work: null });
    const { body } = await agent.api.post('/work/next', {});
    expect(body.work).toMatchObject({ taskId: task.id, attempt: 1, lease: { number: 1 } });
  });

  it('is undone: by a tool of MCP', async () => {
    const params = { name: 'next_task', arguments: {} };
    const headers = { Accept: 'application/json, text/event-stream' };
    await claimAndHangUp('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    await eventually('it has been taken and given back', async () => {
      const { body } = await company.owner.api.get(`/tasks/${task.id}/activity`);
      return body.length >= 2 && (await works()).length === 0;
    });
    const mcp = await McpAgent.connect(service, agent.key);
    expect(await mcp.get('next_task')).toMatchObject({ work: { taskId: task.id, attempt: 1, lease: { number: 1 } } });
    expect(await works()).toHaveLength(1);
  });

  it('stays where the client asks again with its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `claim-${task.id}` };
    await claimAndHangUp('/work/next', {}, headers);
    await eventually('it has been taken', async () => (await works()).length === 1);
    const { body } = await agent.api.post('/work/next', {}, { headers });
    expect(body.work).toMatchObject({ taskId: task.id, attempt: 1 });
  });

  it('stays where the client is there', async () => {
    const { body } = await agent.api.post('/work/next', {});
    expect((await agent.api.post(`/work/${body.work.id}/heartbeat`)).status).toBe(200);
    expect(await works()).toHaveLength(1);
  });
});

describe('runAgent that ends while it asks for work', () => {
  it.each(['SIGTERM', 'its signal'])('waits for the answer, and gives back what it got: %s', async (how) => {
    const ending = new AbortController();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let asked = 0;
    const client = createClient({
      baseUrl: service.baseUrl,
      apiKey: agent.key,
      fetch: async (url, init) => {
        const headers = { ...(init?.headers as object), 'X-Forwarded-Proto': 'https' };
        const response = await fetch(url, { ...init, headers });
        if (!new Request(url).url.endsWith('/work/next')) return response;
        asked += 1;
        await answered;
        return response;
      },
    });
    const handle = jest.fn(() => Promise.resolve(undefined));
    const running = runAgent(client, { handle, signal: ending.signal });
    await eventually('it has asked', async () => asked === 1 && (await works()).length === 1);
    if (how === 'SIGTERM') process.emit('SIGTERM');
    else ending.abort();
    answer();
    await running;
    expect(handle).not.toHaveBeenCalled();
    expect((await works()).map(({ state }: { state: string }) => state)).toEqual(['released']);
    expect(asked).toBe(1);
  });
});
