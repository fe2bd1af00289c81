import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { Browser } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { STATE, TestProvider } from '../../support/official-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let issuer: string;
let callbacks: Server;
/** What the browser brought back last. */
let returned: URLSearchParams | undefined;
let redirectUrl: string;
beforeAll(async () => {
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  service = await startTestService({ port, publicUrl: issuer, issuer });
  company = await createCompany(service.api);
  callbacks = createServer((request, response) => {
    returned = new URL(request.url ?? '', redirectUrl).searchParams;
    response.end('Done');
  }).listen(0, '127.0.0.1');
  await once(callbacks, 'listening');
  redirectUrl = `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`;
});
afterAll(async () => {
  callbacks.close();
  await service.stop();
});

/** The pretended proxy in front of the service. */
const proxied = (input: string | URL | Request, init?: RequestInit) => {
  const headers = new Headers(init?.headers);
  headers.set('X-Forwarded-Proto', 'https');
  return fetch(input, { ...init, headers });
};
const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${issuer}/api/mcp`), { authProvider, fetch: proxied });
const newClient = () => new Client({ name: 'official', version: '1' });

it('signs in from the first refusal to the answer of a tool', async () => {
  const project = await createProject(company.member, { name: 'Website' });
  await createProject(company.member, { name: 'Hidden' });
  const provider = new TestProvider(redirectUrl, 'projects');
  const transport = transportOf(provider);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  const { page } = provider;
  expect(page?.href).toMatch(`${issuer}/oauth/authorize?`);
  expect(page?.searchParams.get('resource')).toBe(`${issuer}/api/mcp`);

  // The person consents, and the browser returns to the program.
  const browser = await Browser.of(service.api, company.member);
  const request = page?.search.slice(1) ?? '';
  expect((await browser.get(`/oauth/request?${request}`)).body.client.name).toBe('Official client');
  const consent = { request, allow: true, projectIds: [project.id] };
  await fetch((await browser.post('/oauth/consent', consent)).body.redirect as string);
  expect(returned?.get('state')).toBe(STATE);
  await transport.finishAuth(returned as URLSearchParams);

  const client = newClient();
  await client.connect(transportOf(provider));
  const { content } = await client.callTool({ name: 'get_context', arguments: {} });
  const text = JSON.stringify(content);
  expect(text).toContain('Website');
  expect(text).not.toContain('Hidden');
  await client.close();

  // A token that has ended is renewed on the way.
  await service.database.rows(`UPDATE oauth_tokens SET expires_at = now() - interval '1 second' WHERE kind = 'access'`);
  const first = provider.tokens()?.access_token;
  // What was read of it counts for another second.
  await eventually('the token has ended', async () => (await service.api.as(first).post('/mcp', {})).status === 401);
  const later = newClient();
  await later.connect(transportOf(provider));
  expect((await later.listTools()).tools.length).toBeGreaterThan(5);
  expect(provider.tokens()?.access_token).not.toBe(first);
  await later.close();
});

it('is told what a tool that writes needs', async () => {
  const provider = new TestProvider(redirectUrl, 'projects');
  const transport = transportOf(provider);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  const browser = await Browser.of(service.api, company.member);
  const allow = async (page: URL) => {
    const consent = { request: page.search.slice(1), allow: true };
    await fetch((await browser.post('/oauth/consent', consent)).body.redirect as string);
    await transport.finishAuth(returned as URLSearchParams);
  };
  await allow(provider.page as URL);
  const client = newClient();
  await client.connect(transportOf(provider));
  provider.page = undefined;
  const write = () => client.callTool({ name: 'add_comment', arguments: { task: 'WEB-1', body: 'Hello' } });
  await expect(write()).rejects.toThrow();
  // It asks for more by itself.
  expect((provider.page as URL | undefined)?.searchParams.get('scope')).toBe('projects projects:write');
  await client.close();
});
