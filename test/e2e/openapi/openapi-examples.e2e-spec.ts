import { writeFileSync } from 'node:fs';
import type { Example } from '#core/openapi/example.js';
import { EXAMPLES_FILE, readExamples } from '#core/openapi/examples.js';
import { attach } from '../../factories/attachment.factory.js';
import { UnsubscribeTokens } from '#modules/inbox/mail/unsubscribe-tokens.js';
import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { createResources, type Resources } from '../../factories/resources.factory.js';
import { AiServer, completion } from '../../support/ai-server.js';
import type { Answer } from '../../support/api.js';
import { DnsServer } from '../../support/dns-server.js';
import { exampleRequest } from '../../support/example-requests.js';
import type { ExampleWorld } from '../../support/example-world.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { checkedImport, startedImport, uploadImport } from '../../support/import-steps.js';
import { tokensMailedTo } from '../../support/mails.js';
import { openApiDocument } from '../../support/openapi-document.js';
import { findOperations, type Operation } from '../../support/operations.js';
import { steadyExample } from '../../support/recorded-example.js';
import { startTestService, type TestService } from '../../support/test-service.js';

jest.setTimeout(600_000);

/** `npm run openapi:examples` sets it: the file is written anew. */
const IS_RECORDING = process.env['RECORD_EXAMPLES'] !== undefined;
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

let ai: AiServer;
let provider: IdentityProvider;
let dns: DnsServer;
let service: TestService;
let reading: ExampleWorld;
const recorded: Record<string, Example> = {};
beforeAll(async () => {
  [ai, provider, dns] = await Promise.all([AiServer.start(), IdentityProvider.start(), DnsServer.start()]);
  const aiProvider = { baseUrl: ai.baseUrl, apiKey: 'key', model: 'some-model', timeoutMs: 20_000 };
  service = await startTestService({ aiProvider, dnsServers: [dns.address] });
  reading = await makeWorld();
});
afterAll(async () => {
  await service.stop();
  ai.stop();
  provider.stop();
  dns.stop();
});

/** `hasWorker`: waits for what workers make of it. */
async function makeWorld({ hasWorker = true } = {}): Promise<ExampleWorld> {
  const company = await createCompany(service.api);
  const resources = await createResources(company, {}, { hasWorker });
  const other = await company.owner.api.post('/tasks', { title: 'Another task', projectId: resources['projects'] });
  const resetToken = async () => {
    const { email } = company.owner;
    await service.api.post('/password-reset', { email });
    return (await tokensMailedTo(email, service.configuration.dataDirectory, 1))[0]!;
  };
  resources['picture'] = await makePicture(company.owner, resources['tasks'] ?? '');
  resources['checks'] = await makeCheck(company.owner, resources);
  const unsubscribeToken = service.app.get(UnsubscribeTokens).makeToken({
    companyId: company.id,
    userId: company.owner.id,
    from: 'assigned',
  });
  const importIn: ExampleWorld['importIn'] = (state) => makeImport(company.owner, resources['projects'] ?? '', state);
  const agent = await createAgent(company.owner, 'Otto', { settings: { work: { concurrent: 3 } } });
  const delegate = async (title: string): Promise<string> => {
    const input = { title, projectId: resources['projects'], delegateId: agent.id };
    return (await company.owner.api.post('/tasks', input)).body.id as string;
  };
  const taken = await agent.api.post('/work', { taskId: await delegate('Update the pictures') });
  resources['work'] = taken.body.work.id as string;
  const ready = await delegate('Check the links');
  const { publicUrl: origin } = service.configuration;
  const around = { api: service.api, origin, provider, dns };
  const tokens = { resetToken, unsubscribeToken };
  return { ...around, ...tokens, company, resources, otherTask: other.body.id, importIn, agent, ready };
}

/** An import in a state; of one that runs, a process that stands still has the lease. */
async function makeImport(owner: TestUser, projectId: string, state: string): Promise<string> {
  const input = { source: 'csv', projectId };
  if (state === 'uploaded') {
    const { id } = (await owner.api.post('/imports', input)).body;
    await uploadImport(owner, service.baseUrl, id, 'id,title\nWEB-1,Task\n');
    return id;
  }
  const { id } = (await checkedImport(owner, service.baseUrl, input, 'id,title\nWEB-1,Task\n')) as { id: string };
  if (state === 'running') {
    await service.database.rows(
      `INSERT INTO import_leases SELECT company_id, id, id, now() + interval '1 hour' FROM imports WHERE id = $1`,
      [id],
    );
    await service.database.rows(`UPDATE imports SET state = 'running' WHERE id = $1`, [id]);
  }
  if (state === 'done') await startedImport(owner, id);
  return id;
}

/** An AI check that has found something. */
async function makeCheck({ api }: TestUser, resources: Resources): Promise<string> {
  const finding = { severity: 'warning', message: 'Nobody has it.', suggestion: 'Give it to someone.' };
  const findings = [{ taskId: resources['tasks'], ...finding }];
  ai.willAnswer(completion({ summary: 'One task waits for somebody to take it.', findings }));
  return (await api.post(`/virtual-colleagues/${resources['virtual-colleagues']}/ai-check`)).body.checkId as string;
}

/** A picture that a preview can be made of. */
async function makePicture(owner: TestUser, taskId: string): Promise<string> {
  const pixel = Buffer.from(PIXEL, 'base64');
  return (await attach(service, owner, taskId, pixel, { name: 'pixel.gif' })).id;
}

const idOf = ({ method, path }: Operation): string =>
  (openApiDocument.paths[path] as Record<string, { operationId: string }>)[method.toLowerCase()]?.operationId ?? '';

/** The beginning of a stream, to the end of its first event: it never ends itself. */
async function sendToStream({ token }: TestUser, url: string): Promise<Pick<Answer, 'status' | 'body'>> {
  const hangUp = new AbortController();
  const headers = { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}` };
  const { status, body } = await fetch(service.baseUrl + url, { headers, signal: hangUp.signal });
  let text = '';
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [start] = /^[^]*?\ndata: .*\n\n/.exec(text) ?? [];
    if (start === undefined) continue;
    hangUp.abort();
    return { status, body: start };
  }
  throw new Error(`${url} has ended: ${text}`);
}

/** Works on what a worker has made. */
const NEEDS_WORKER = /\/(deliveries|exports|inbox)\b/;

/** Sends the request of an operation; what changes something does so in a company of its own. */
async function record(operation: Operation): Promise<Example> {
  const world =
    operation.method === 'GET' ? reading : await makeWorld({ hasWorker: NEEDS_WORKER.test(operation.path) });
  const { before, byAgent, browser, options, path, query, body, bytes, url } = await exampleRequest(
    idOf(operation),
    operation,
    world,
  );
  const { owner } = world.company;
  const { api } = owner;
  for (const [earlier, input] of before) await api.post(earlier, input);
  for (const [earlier, input] of byAgent) await world.agent.api.post(earlier, input);
  ai.willAnswer(completion({ summary: 'All is well.', findings: [] }));
  const caller = operation.isForAgents ? world.agent.api : api;
  const answer = operation.path.endsWith('/stream')
    ? await sendToStream(owner, url)
    : await (browser ?? (operation.isPublic ? service.api : caller)).send(
        operation.method,
        url,
        bytes ?? body,
        options,
      );
  return steadyExample({
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
    status: answer.status,
    ...(answer.body !== undefined && { answer: answer.body as unknown }),
  });
}

it('shows the real answer of each operation; otherwise run: npm run openapi:examples', async () => {
  const operations = await findOperations(service.api, { sessionToo: true });
  // Reading comes first: what it finds is what was made for it.
  for (const operation of operations) recorded[idOf(operation)] = await record(operation);
  const refused = Object.entries(recorded).filter(([, { status }]) => status > 299);
  // Say in test/support/example-requests.ts what to send.
  expect(refused.map(([id, { status, answer }]) => [id, status, JSON.stringify(answer)])).toEqual([]);
  if (IS_RECORDING) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  else expect(readExamples()).toEqual(recorded);
});
