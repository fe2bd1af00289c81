import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import type { TestCompany } from '../../factories/company.factory.js';
import { result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { OAuthProgram, REDIRECT } from '../../support/oauth-client.js';
import { earlier } from '../../support/test-database.js';
import { type TestService, startTestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let browser: Browser;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  browser = await Browser.of(service.api, company.member);
});
beforeEach(async () => {
  await service.database.rows('DELETE FROM oauth_clients');
});
afterAll(() => service.stop());

const register = (metadata: unknown) => service.api.post('/oauth/register', metadata);
const asked = async (id: string, redirectUri = REDIRECT) =>
  browser.get(`/oauth/request?${new OAuthProgram(service.api, id, redirectUri).query()}`);

describe('POST /oauth/register', () => {
  it('makes a client, whatever else it says of itself', async () => {
    const { status, body, headers } = await register({
      client_name: 'Editor',
      redirect_uris: ['https://app.example/callback', 'http://localhost/callback'],
      client_uri: 'https://app.example/',
      token_endpoint_auth_method: 'client_secret_post',
      logo_uri: 'https://app.example/logo.png',
      something: { else: 1 },
    });
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: 'Editor',
        redirect_uris: ['https://app.example/callback', 'http://localhost/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ]);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    const { body: shown } = await asked(body.client_id as string, 'https://app.example/callback');
    expect(shown).toMatchObject({
      client: { id: body.client_id, name: 'Editor', uri: 'https://app.example/' },
      redirectHost: 'app.example',
      isLocal: false,
    });
  });

  it('makes one of an editor that names all of its addresses, unless one is of another scheme', async () => {
    const local = ['http://localhost/', 'http://127.0.0.1/', 'http://localhost:33418/', 'http://127.0.0.1:33418/'];
    const editor = {
      client_name: 'Visual Studio Code',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', ...local],
      application_type: 'native',
    };
    const { status, body } = await register(editor);
    expect([status, body.redirect_uris]).toEqual([201, editor.redirect_uris]);
    expect((await asked(body.client_id as string, 'http://127.0.0.1:50123/')).status).toBe(200);
    const others = ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'];
    expect((await register({ redirect_uris: others })).body.error).toBe('invalid_redirect_uri');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://evil.example/callback',
    'http://127.0.0.2/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost@evil.example/',
    'https://user:secret@app.example/',
    'https://@app.example/',
    'https://*.example/callback',
    'https://app.example/*',
    'https://app.example/#fragment',
    'https:\\\\app.example/',
    'https://app.example/\n',
    'myapp://callback',
    'https:app.example',
    '/callback',
    `https://app.example/${'x'.repeat(2_048)}`,
    17,
  ])('refuses to send codes to %s', async (address) => {
    const { status, body } = await register({ redirect_uris: [address] });
    expect([status, body]).toEqual([400, { error: 'invalid_redirect_uri', error_description: expect.any(String) }]);
  });

  it.each([
    ['none', []],
    ['eleven', Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`)],
    ['no list', undefined],
  ])('refuses %s', async (_, addresses) => {
    expect((await register({ redirect_uris: addresses })).body.error).toBe('invalid_redirect_uri');
  });

  it('refuses what is no JSON object, and what is too long', async () => {
    const refused = [400, { error: 'invalid_request', error_description: expect.any(String) }];
    expect(result(await register('[]'))).toEqual(refused);
    expect(result(await register({ client_name: 'x'.repeat(17_000) }))).toEqual(refused);
  });

  it.each([
    ['a long name', 'Name '.repeat(400), `${'Name '.repeat(12).slice(0, 59)}…`],
    ['the other direction', '\u202eevil\u2066 name', 'evil name'],
    ['HTML', '<b onclick="x">Bold</b>', '<b onclick="x">Bold</b>'],
    ['lines', 'One\r\ntwo\u0000', 'One two'],
    ['an address', 'https://evil.example Editor', 'Editor'],
    ['nothing', '', '127.0.0.1'],
    ['no text', 12, '127.0.0.1'],
  ])('shows %s as one line', async (_, name, shown) => {
    const { body } = await register({ client_name: name, redirect_uris: [REDIRECT] });
    expect((await asked(body.client_id as string)).body.client.name).toBe(shown);
  });

  it('takes 20 an hour of a network, on all instances together', async () => {
    const elsewhere = await startTestService({}, service.database);
    const send = ({ api }: TestService) => api.post('/oauth/register', { redirect_uris: [REDIRECT] });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => send(index % 2 === 0 ? service : elsewhere)),
    );
    await elsewhere.stop();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
    await service.database.rows(`UPDATE oauth_clients SET created_at = ${earlier('created_at', '1 hour')}`);
    expect((await send(service)).status).toBe(201);
  });
});

describe('a client with its metadata at its own address', () => {
  let server: TlsServer | Server | undefined;
  let requests = 0;
  let cert: string;
  let key: string;
  beforeAll(async () => {
    const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }];
    ({ cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { extensions }));
    setDefaultCACertificates([...getCACertificates(), cert]);
  });
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const document = (id: string) => ({ client_id: id, client_name: 'Assistant', redirect_uris: [REDIRECT] });
  const serve = async (answer: (id: string, ...rest: Parameters<RequestListener>) => void): Promise<string> => {
    requests = 0;
    const made = createTlsServer({ cert, key }, (request, response) => {
      requests += 1;
      answer(id, request, response);
    }).listen(0, '127.0.0.1');
    server = made;
    await once(made, 'listening');
    const id = `https://localhost:${(made.address() as AddressInfo).port}/client.json`;
    return id;
  };
  const serveDocument = (make: (id: string) => unknown, headers: Record<string, string> = {}, status = 200) =>
    serve((id, _request, response) => response.writeHead(status, headers).end(JSON.stringify(make(id))));
  const refused = [400, { error: 'invalid_client', error_description: expect.any(String), redirect: null }];

  it('is known by that', async () => {
    const id = await serveDocument(document);
    const { status, body } = await asked(id);
    expect([status, body.client]).toEqual([200, { id, name: 'Assistant', uri: null }]);
    const program = new OAuthProgram(service.api, id);
    const { access_token: token } = await program.connect(browser);
    expect((await service.api.as(token).get('/me')).status).toBe(200);
  });

  it.each([
    ['for as long as its headers say', { 'Cache-Control': 'max-age=60' }, 1],
    ['not at all when they say nothing', {}, 2],
    ['not at all when they forbid it', { 'Cache-Control': 'no-store, max-age=60' }, 2],
  ])('is remembered %s', async (_, headers, expected) => {
    const id = await serveDocument(document, headers);
    await asked(id);
    await asked(id);
    expect(requests).toBe(expected);
  });

  it.each<[string, (id: string) => unknown]>([
    ['names another client', (id) => ({ ...document(id), client_id: 'https://other.example/client.json' })],
    ['names none', (id) => ({ ...document(id), client_id: undefined })],
    ['has no name', (id) => ({ ...document(id), client_name: undefined })],
    ['has no address', (id) => ({ ...document(id), redirect_uris: undefined })],
    ['has a wrong address', (id) => ({ ...document(id), redirect_uris: ['javascript:alert(1)'] })],
    ['has a secret', (id) => ({ ...document(id), client_secret: 'secret' })],
    ['says when its secret ends', (id) => ({ ...document(id), client_secret_expires_at: 0 })],
    ['signs in by a secret', (id) => ({ ...document(id), token_endpoint_auth_method: 'client_secret_basic' })],
    ['is no object', () => [1]],
    ['is too long', (id) => ({ ...document(id), padding: 'x'.repeat(64 * 1024) })],
  ])('is none when it %s', async (_, make) => {
    expect(result(await asked(await serveDocument(make)))).toEqual(refused);
  });

  it('is none when it leads elsewhere, and what is there is not asked', async () => {
    const id = await serve((_id, request, response) => {
      if (request.url === '/client.json') response.writeHead(302, { Location: '/other.json' }).end();
      else response.end(JSON.stringify(document(_id)));
    });
    expect(result(await asked(id))).toEqual(refused);
    expect(requests).toBe(1);
  });

  it('is none without the status 200, and failures are not remembered', async () => {
    const id = await serveDocument(document, { 'Cache-Control': 'max-age=60' }, 203);
    expect(result(await asked(id))).toEqual(refused);
    await asked(id);
    expect(requests).toBe(2);
  });

  it('is none when it has no end', async () => {
    const id = await serve((_id, _request, response) => {
      response.writeHead(200, { 'Content-Length': String(10 * 1024 ** 3) });
      const piece = Buffer.alloc(64 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    expect(result(await asked(id))).toEqual(refused);
  });

  it('is none when it is slow', async () => {
    const id = await serve((_id, _request, response) => void response.writeHead(200).write(' '));
    const begin = performance.now();
    expect(result(await asked(id))).toEqual(refused);
    expect(performance.now() - begin).toBeGreaterThan(4_900);
  });

  it('is none at a private address', async () => {
    const guarded = await startTestService({ outboundAllowedCidrs: [] }, service.database);
    const id = await serveDocument(document);
    const own = await Browser.of(guarded.api, company.member);
    const path = (client: string) => `/oauth/request?${new OAuthProgram(guarded.api, client).query()}`;
    for (const client of [id, 'https://10.0.0.1/client', 'https://169.254.169.254/latest', 'https://[::1]/client']) {
      expect(result(await own.get(path(client)))).toEqual(refused);
    }
    expect(requests).toBe(0);
    await guarded.stop();
  });

  it.each(['/', '', '/client.json#part', '/../client.json', '/a/%2e%2e/client.json', '/./client.json'])(
    'is none at an address with %s',
    async (path) => {
      const { origin } = new URL(await serveDocument(document));
      expect(result(await asked(origin + path))).toEqual(refused);
      expect(result(await asked(origin.replace('//', '//user@') + '/client.json'))).toEqual(refused);
      expect(requests).toBe(0);
    },
  );

  it('is none without TLS', async () => {
    const plain = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    server = plain;
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    expect(result(await asked(`http://localhost:${port}/client.json`))).toEqual(refused);
  });
});
