import { pino } from 'pino';
import type { TestCompany } from '../../factories/company.factory.js';
import { Api } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import { API, ISSUER, MCP, sendForm } from '../../support/oauth-client.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const STANDARD = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
const METADATA = [
  'oauth-protected-resource',
  'oauth-protected-resource/api',
  'oauth-protected-resource/api/mcp',
  'oauth-authorization-server',
];

let service: TestService;
let company: TestCompany;
/** Calls what is outside of the API. */
let root: Api;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  root = new Api(new URL(service.baseUrl).origin);
});
afterAll(() => service.stop());

describe('the metadata', () => {
  const resource = (address: string) => ({
    resource: address,
    authorization_servers: [ISSUER],
    scopes_supported: ['projects', 'projects:write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Project management',
  });

  it.each([
    ['oauth-protected-resource', MCP],
    ['oauth-protected-resource/api/mcp', MCP],
    ['oauth-protected-resource/api', API],
  ])('%s is that of a resource', async (name, address) => {
    const { status, body, headers } = await root.get(`/.well-known/${name}`);
    expect([status, body]).toEqual([200, resource(address)]);
    for (const [header, value] of Object.entries(STANDARD)) expect(headers.get(header)).toBe(value);
    expect(headers.get('X-RateLimit-Policy')).toBe('auth');
  });

  it('names the endpoints', async () => {
    const { body } = await root.get('/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      token_endpoint: `${ISSUER}/api/oauth/token`,
      revocation_endpoint: `${ISSUER}/api/oauth/revoke`,
      registration_endpoint: `${ISSUER}/api/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['projects', 'projects:write'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('says nothing of what a request calls the service', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    for (const name of METADATA) {
      const { status, text } = await root.get(`/.well-known/${name}`, { headers });
      expect([status, text.includes('evil')]).toEqual([200, false]);
    }
  });

  it('is no OpenID provider', async () => {
    expect((await root.get('/.well-known/openid-configuration')).status).toBe(404);
  });

  it('lets pages of every origin ask in advance', async () => {
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
    for (const path of ['/.well-known/oauth-authorization-server', '/api/oauth/token', '/api/oauth/register']) {
      const answer = await root.send('OPTIONS', path, undefined, { headers });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
    }
    expect((await root.send('OPTIONS', '/api/oauth/consent', undefined, { headers })).status).toBe(404);
  });

  it('is away, with all that belongs to it, while nobody says the address of the service', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const other = await startTestService({ issuer: null }, service.database, logger);
    try {
      expect(lines.join()).toMatch(/Programs cannot sign in by OAuth: .*PUBLIC_URL/);
      const outside = new Api(new URL(other.baseUrl).origin);
      const signedIn = await Browser.of(other.api, company.member);
      const answers = [
        ...(await Promise.all(METADATA.map((name) => outside.get(`/.well-known/${name}`)))),
        await sendForm(other.api, 'token', {}),
        await sendForm(other.api, 'revoke', {}),
        await other.api.post('/oauth/register', {}),
        await other.api.post('/%6fauth/register', { redirect_uris: ['https://app.example/'] }),
        await signedIn.get('/oauth/request'),
        await signedIn.post('/oauth/consent', {}),
        await signedIn.get('/me/grants'),
        await other.api.as(company.owner.token).get('/grants'),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect((await other.api.post('/mcp', {})).headers.get('WWW-Authenticate')).toBe('Bearer realm="api"');
    } finally {
      await other.stop();
    }
  });

  it('is where an agent without credentials is sent', async () => {
    const metadata = `resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/api/mcp", scope="projects"`;
    const challenge = async (api: Api, path: string) => (await api.post(path, {})).headers.get('WWW-Authenticate');
    expect(await challenge(service.api, '/mcp')).toBe(`Bearer realm="api", ${metadata}`);
    expect(await challenge(service.api.as('wrong'), '/mcp')).toBe(
      `Bearer realm="api", error="invalid_token", ${metadata}`,
    );
    expect(await challenge(service.api, '/%6dcp')).toBe(`Bearer realm="api", ${metadata}`);
    expect(await challenge(service.api, '/tasks')).toBe('Bearer realm="api"');
  });
});
