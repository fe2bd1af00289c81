import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestOf, type Server } from 'node:http';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { Browser } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { OAuthProgram } from '../../support/oauth-client.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Its command: it is no library. */
const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

/** The suite brings its own server to be tested with. What it cannot ask of a service without its tools, prompts and resources is no failure. */
const NOT_OFFERED = [
  /Method not found$/,
  /Tool '?\w+'? not found/,
  /^Not testable: server (?:does not list the diagnostic tool|exposes no tool)/,
  /^(?:Expected InputRequiredResult|Prerequisite failed: could not get initial InputRequiredResult)/,
];

/** Scenarios of a server that has nothing but tools: all of their checks pass. */
const PASSED_BY = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection', 'server-sse-multiple-streams'],
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
};

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

let service: TestService;
let company: TestCompany;
/** The proxy in front of the service: it adds what the suite cannot be told to send. */
let proxy: Server;
let issuer: string;
/** What calls of the tools come with. */
let token = '';
beforeAll(async () => {
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  service = await startTestService({ publicUrl: issuer, issuer });
  company = await createCompany(service.api);
  proxy = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    const credentials = url === '/api/mcp' ? { authorization: `Bearer ${token}` } : {};
    const sent = { ...headers, 'x-forwarded-proto': 'https', ...credentials };
    const passedOn = requestOf(new URL(url, service.baseUrl), { method, headers: sent }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    answer.once('close', () => passedOn.destroy());
    passedOn.once('error', () => answer.destroy());
    asked.pipe(passedOn);
  }).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.stop();
});

/** Runs the suite; what it prints is given to `onText` as it comes. Resolves to the checks of each scenario. */
async function run(commandLine: string[], onText: (text: string) => void = () => undefined) {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [SUITE, ...commandLine, '-o', folder], { cwd: folder });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      onText(text);
    });
  }
  await once(child, 'close');
  const files = globSync(join(folder, '*/checks.json'));
  if (files.length === 0) throw new Error(`The suite has checked nothing: ${text}`);
  return new Map(files.map((file) => [scenarioOf(file), JSON.parse(readFileSync(file, 'utf8')) as Check[]]));
}

/** The suite names a folder by the scenario and the time. */
function scenarioOf(file: string): string {
  return basename(dirname(file))
    .replace(/^server-/, '')
    .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
}

it.each(['2025-11-25', '2026-07-28'] as const)('the tools do what %s requires of a server', async (revision) => {
  const program = await OAuthProgram.register(service.api);
  token = (await program.connect(company.member, {}, { resource: `${issuer}/api/mcp` })).access_token;
  const scenarios = await run(['server', '--url', `${issuer}/api/mcp`, '--requirements', revision]);
  const failures = [...scenarios].flatMap(([scenario, checks]) => {
    // An extension of the protocol, which is not required.
    if (scenario.startsWith('tasks-')) return [];
    return checks.filter(({ status }) => status === 'FAILURE').map((check) => ({ scenario, ...check }));
  });
  const isOffered = ({ errorMessage = '' }: Check) => !NOT_OFFERED.some((reason) => reason.test(errorMessage));
  expect(failures.filter(isOffered)).toEqual([]);
  const isPassed = (name: string) => scenarios.get(name)?.every(({ status }) => status !== 'FAILURE') === true;
  expect(PASSED_BY[revision].filter((name) => !isPassed(name))).toEqual([]);
});

it('the service is an authorization server', async () => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const { id } = await OAuthProgram.register(service.api, { redirectUri });
  const browser = await Browser.of(service.api, company.member);
  let page: URL | undefined;
  const about = ['--url', issuer, '--client-id', id, '--resource', `${issuer}/api/mcp`, '--port', String(port)];
  const running = run(['authorization', ...about], (text) => {
    const [found] = /http:\S+\/oauth\/authorize\?\S+(?=\s)/.exec(text) ?? [];
    if (found !== undefined) page = new URL(found);
  });
  await eventually('the suite asks to be let in', () => page !== undefined);
  const consent = { request: page?.search.slice(1), allow: true };
  await fetch((await browser.post('/oauth/consent', consent)).body.redirect as string);
  const checks = [...(await running).values()].flat();
  expect(checks.map(({ id: name, status, errorMessage }) => [name, status, errorMessage])).toEqual([
    ['authorization-server-metadata', 'SUCCESS', undefined],
    ['authorization-server-metadata-cimd', 'SUCCESS', undefined],
    ['authorization-code-grant', 'SUCCESS', undefined],
  ]);
});
