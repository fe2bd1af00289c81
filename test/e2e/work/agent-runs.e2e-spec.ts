import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, runAgent } from '../../../sdk/src/sdk.js';
import { type Agent, mayUse } from '#core/access/agent.js';
import { LEAST_ROLE, type Permission } from '#core/access/permissions.js';
import { createAgent, type TestAgent } from '../../factories/agent.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const ROOT = join(__dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');

let service: TestService;
let company: TestCompany;
let projectId: string;
let agent: TestAgent;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  ({ id: projectId } = await createProject(company.owner));
});
afterAll(() => service.stop());
beforeEach(async () => {
  agent = await createAgent(company.owner, 'Otto', { settings: { work: { concurrent: 5 } } });
});

const delegated = () => createTask(company.owner, projectId, { delegateId: agent.id, status: 'To Do' });
const read = async (path: string) => (await company.owner.api.get(path)).body;
const worksOf = ({ id }: TestTask) => read(`/tasks/${id}/work`);

/** The client of the agent, as a proxy in front of the service would pass its requests on. */
const clientOf = ({ key }: TestAgent) =>
  createClient({
    baseUrl: service.baseUrl,
    apiKey: key,
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...(init?.headers as object), 'X-Forwarded-Proto': 'https' } }),
  });

it('runAgent hands in, fails and releases; its client writes for the work', async () => {
  const ending = new AbortController();
  const [good, bad, none] = [await delegated(), await delegated(), await delegated()];
  const running = runAgent(clientOf(agent), {
    concurrency: 2,
    signal: ending.signal,
    handle: async ({ brief, client, say, progress }) => {
      const { id } = brief.task;
      if (id === bad.id) throw new Error('Cannot do it');
      if (id === none.id) return undefined;
      await say('Here I am', 'thought');
      progress(50, 'half');
      await client.updateTask({ path: { id }, body: { description: 'By the agent' } });
      return { summary: 'Done.', links: [{ title: 'PR', url: 'https://example.org/1' }] };
    },
  });
  await eventually('the first was handed in', async () => (await worksOf(good))[0]?.state === 'submitted');
  await eventually('the second failed', async () => (await worksOf(bad))[0]?.endedReason === 'Cannot do it');
  await eventually('the third was released', async () => (await worksOf(none))[0]?.state === 'released');
  ending.abort();
  await running;
  expect((await read(`/tasks/${good.id}`)).description).toBe('By the agent');
});

it('the agent of the guide asks, goes on and hands in', async () => {
  const [, code = ''] = /### An agent in 20 lines\n\n```js\n([^]*?)```/.exec(GUIDE) ?? [];
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(24);
  const ending = new AbortController();
  const task = await delegated();
  const body = code.replace(/^import .*$/m, '').replace('concurrency: 1', 'concurrency: 1, signal');
  const AsyncFunction = Object.getPrototypeOf(read).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const running = new AsyncFunction('createClient', 'runAgent', 'process', 'signal', body)(
    () => clientOf(agent),
    runAgent,
    { env: {} },
    ending.signal,
  );
  await eventually('it asks', async () => (await worksOf(task))[0]?.state === 'asking');
  const [work] = await worksOf(task);
  await company.member.api.post(`/work/${work.id}/answer`, { text: 'short' });
  await eventually('it hands in', async () => (await worksOf(task))[0]?.state === 'submitted');
  expect((await worksOf(task))[0].summary).toContain('A short summary');
  ending.abort();
  await running;
});

it('the tools take a task, report on it and write for it', async () => {
  const task = await delegated();
  const client = await McpAgent.connect(service, agent.key);
  expect((await client.get('get_context')).agent).toEqual({ id: agent.id, name: 'Otto' });
  const { work, brief } = await client.get('next_task');
  expect(brief.task.id).toBe(task.id);
  expect(await client.refusal('add_comment', { task: task.tid, body: 'Late' })).toContain('X-Work');
  await client.get('add_comment', { task: task.tid, body: 'Mine', work: work.id });
  await client.get('report_work', { work: work.id, action: 'ask', question: 'Which?' });
  await company.member.api.post(`/work/${work.id}/answer`, { text: 'This' });
  const beat = { work: work.id, action: 'heartbeat', progress: 10 };
  expect((await client.get('report_work', beat)).answers).toMatchObject([{ text: 'This' }]);
  expect((await client.get('report_work', beat)).answers).toEqual([]);
  await client.get('report_work', { work: work.id, action: 'submit', summary: 'Done.' });
  expect((await worksOf(task))[0].state).toBe('submitted');
});

it('examples/agent.mjs says how it is called', async () => {
  const child = spawn(process.execPath, [join(ROOT, 'examples/agent.mjs')], { env: { PATH: process.env['PATH'] } });
  const status = await new Promise((resolve) => child.once('close', resolve));
  expect(status).toBe(1);
});

it('the guide says what a key of an agent may', () => {
  const rows = [...GUIDE.matchAll(/^\| `([a-z-]+:[a-z]+)`\s*\| (yes|no)\s*\|$/gm)].map(([, name, may]) => [name, may]);
  const enabled = { isEnabled: true } as Agent;
  const expected = Object.keys(LEAST_ROLE).map((name) => [
    name,
    mayUse(enabled, name as Permission, 'POST') ? 'yes' : 'no',
  ]);
  expect(rows).toEqual(expected);
});
