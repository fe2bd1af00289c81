import { createHash } from 'node:crypto';
import type { TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, result } from '../../support/answers.js';
import { Browser } from '../../support/browser.js';
import { API, ISSUER, MCP, OAuthProgram, REDIRECT, sendForm } from '../../support/oauth-client.js';
import { earlier } from '../../support/test-database.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const STANDARD = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

let service: TestService;
/** Another instance on the same database. */
let elsewhere: TestService;
let company: TestCompany;
let browser: Browser;
let program: OAuthProgram;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  elsewhere = await startTestService({}, service.database);
  browser = await Browser.of(service.api, company.member);
});
beforeEach(async () => {
  await service.database.rows('DELETE FROM oauth_clients');
  program = await OAuthProgram.register(service.api);
});
afterAll(async () => {
  await elsewhere.stop();
  await service.stop();
});

const request = (changes?: Record<string, string | undefined>) =>
  browser.get(`/oauth/request?${program.query(changes)}`);
/** What a refused request says, and where the browser would go. */
const refusal = async (changes: Record<string, string | undefined>) => {
  const { status, body } = await request(changes);
  expect([status, Object.keys(body)]).toEqual([400, ['error', 'error_description', 'redirect']]);
  if (body.redirect === null) return [body.error, null];
  const { origin, pathname, searchParams } = new URL(body.redirect as string);
  return [body.error, origin + pathname, Object.fromEntries(searchParams)];
};
const isIn = async (token: string, api = service.api) => (await api.as(token).get('/me')).status === 200;

describe('GET /oauth/request', () => {
  it('says who asks for what', async () => {
    const { status, body } = await request();
    expect([status, body]).toEqual([
      200,
      {
        client: { id: program.id, name: 'Program', uri: null },
        redirectHost: '127.0.0.1',
        isLocal: true,
        scope: 'projects projects:write',
        resource: API,
      },
    ]);
  });

  it.each([
    ['another port of this computer', { redirect_uri: 'http://127.0.0.1:1234/callback' }, {}],
    ['no scope', { scope: undefined }, { scope: 'projects' }],
    ['a scope in another order', { scope: 'projects:write' }, { scope: 'projects projects:write' }],
    ['the tools', { resource: MCP }, { resource: MCP }],
    ['a slash at the end', { resource: `${MCP}/` }, { resource: MCP }],
    ['a host in capitals', { resource: 'https://SERVICE.example.com/api' }, { resource: API }],
    ['what it does not know', { nonce: 'n', ui_locales: 'de' }, {}],
  ])('takes %s', async (_, changes, expected) => {
    const { status, body } = await request(changes);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });

  it.each([
    ['an unknown client', { client_id: '01890000-0000-7000-8000-000000000000' }, 'invalid_client'],
    ['what is no client', { client_id: 'http://example.com/client' }, 'invalid_client'],
    ['no client', { client_id: undefined }, 'invalid_client'],
    ['no address', { redirect_uri: undefined }, 'invalid_request'],
    ['another host', { redirect_uri: 'https://evil.example/callback' }, 'invalid_request'],
    ['another path', { redirect_uri: `${REDIRECT}/more` }, 'invalid_request'],
    ['another scheme', { redirect_uri: 'https://127.0.0.1/callback' }, 'invalid_request'],
    ['a name before the host', { redirect_uri: 'http://127.0.0.1@evil.example/callback' }, 'invalid_request'],
    ['a host that begins so', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }, 'invalid_request'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
  ])('leads nowhere with %s', async (_, changes, error) => {
    expect(await refusal(changes)).toEqual([error, null]);
  });

  it.each([
    ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['an answer in a form', { response_mode: 'form_post' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['another resource', { resource: 'https://other.example/api' }, 'invalid_target'],
    ['a part of a resource', { resource: `${API}/tasks` }, 'invalid_target'],
    ['a fragment', { resource: `${MCP}#` }, 'invalid_target'],
    ['a query', { resource: `${MCP}?` }, 'invalid_target'],
    ['a way around', { resource: `${API}/tasks/../mcp` }, 'invalid_target'],
    ['a space before a resource', { resource: ` ${API}` }, 'invalid_target'],
    ['slashes of another kind', { resource: 'https:\\\\service.example.com\\api' }, 'invalid_target'],
    ['two slashes at the end', { resource: `${API}//` }, 'invalid_target'],
    ['an unknown scope', { scope: 'projects admin' }, 'invalid_scope'],
    ['no question', { prompt: 'none' }, 'consent_required'],
  ])('tells the program what is wrong with %s', async (_, changes, error) => {
    const about = { error, error_description: expect.any(String), state: 'a state', iss: ISSUER };
    expect(await refusal(changes)).toEqual([error, REDIRECT, about]);
  });

  it('refuses parameters that are given twice', async () => {
    const get = async (more: string) => (await browser.get(`/oauth/request?${program.query()}&${more}`)).body;
    expect(await get(`redirect_uri=${encodeURIComponent(REDIRECT)}`)).toMatchObject({ redirect: null });
    expect(await get('state=another')).toMatchObject({ error: 'invalid_request', redirect: expect.any(String) });
    expect(await get(`resource=${encodeURIComponent(API)}`)).toMatchObject({ error: 'invalid_target' });
  });

  it.each([
    ['https://localhost:8443/callback', true],
    ['https://app.localhost/callback', true],
    ['https://127.1.2.3/callback', true],
    ['https://2130706433/callback', true],
    ['https://[::1]/callback', true],
    ['https://localhost.example/callback', false],
    ['https://127.example/callback', false],
  ])('says of %s whether that is the computer of the person: %s', async (redirectUri, isLocal) => {
    const { id } = await OAuthProgram.register(service.api, { redirectUri });
    const { status, body } = await request({ client_id: id, redirect_uri: redirectUri });
    expect([status, body.isLocal]).toEqual([200, isLocal]);
  });

  it('is for the session alone', async () => {
    const path = `/oauth/request?${program.query()}`;
    expect(result(await company.member.api.get(path))).toEqual(FORBIDDEN);
    expect(result(await service.api.get(path))).toEqual(FORBIDDEN);
    const { cookie } = browser;
    for (const headers of <Record<string, string>[]>[
      { Cookie: cookie },
      { Cookie: cookie, Origin: 'https://evil.example' },
      { Cookie: cookie, Origin: ISSUER, 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      expect(result(await service.api.get(path, { headers }))).toEqual(FORBIDDEN);
    }
    const ended = { Cookie: `__Host-session=${'a'.repeat(43)}`, 'Sec-Fetch-Site': 'same-origin' };
    expect(result(await service.api.get(path, { headers: ended }))).toEqual(INVALID_TOKEN);
  });
});

describe('POST /oauth/consent', () => {
  it('leads back with a code, the state and the issuer', async () => {
    const { origin, pathname, searchParams } = await program.allow(browser);
    expect([origin + pathname, [...searchParams.keys()]]).toEqual([REDIRECT, ['code', 'state', 'iss']]);
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a state', ISSUER]);
  });

  it('keeps the query of the address', async () => {
    const redirectUri = 'https://app.example/callback?one=1';
    const own = await OAuthProgram.register(service.api, { redirectUri });
    expect((await own.allow(browser, {}, { state: undefined })).href).toMatch(
      /^https:\/\/app\.example\/callback\?one=1&code=[\w-]{43}&iss=https%3A%2F%2Fservice\.example\.com$/,
    );
  });

  it('tells the program that it was denied', async () => {
    const { body } = await browser.post('/oauth/consent', { request: program.query(), allow: false });
    const { searchParams } = new URL(body.redirect as string);
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'a state', iss: ISSUER });
  });

  it('gives no more than was asked for', async () => {
    const scope = 'projects projects:write';
    const answer = await browser.post('/oauth/consent', {
      request: program.query({ scope: 'projects' }),
      allow: true,
      scope,
    });
    expect([answer.status, answer.body.error.details]).toEqual([400, { scope: 'The program asks for less' }]);
  });

  it('reads the request again', async () => {
    const request = program.query({ resource: 'https://other.example' });
    const { status, body } = await browser.post('/oauth/consent', { request, allow: true });
    expect([status, body.error]).toEqual([400, 'invalid_target']);
  });

  it('is for the session alone: no page of another origin consents, and no token', async () => {
    const consent = { request: program.query(), allow: true };
    expect(result(await company.member.api.post('/oauth/consent', consent))).toEqual(FORBIDDEN);
    for (const headers of <Record<string, string>[]>[
      { Cookie: browser.cookie },
      { Cookie: browser.cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Cookie: browser.cookie, Origin: 'null' },
    ]) {
      expect(result(await service.api.post('/oauth/consent', consent, { headers }))).toEqual(FORBIDDEN);
    }
  });

  it('keeps no code for a repetition', async () => {
    const headers = { Cookie: browser.cookie, 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': 'consent-1' };
    const send = () => service.api.post('/oauth/consent', { request: program.query(), allow: true }, { headers });
    expect([(await send()).status, (await send()).status]).toEqual([200, 409]);
  });
});

describe('POST /oauth/token', () => {
  it('gives a pair of tokens for a code, which are stored as hashes', async () => {
    const { status, body, headers } = await program.exchange(await program.code(browser));
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^svc_oauth_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^svc_refresh_[\w-]{43}$/),
        scope: 'projects projects:write',
      },
    ]);
    for (const [header, value] of Object.entries(STANDARD)) expect(headers.get(header)).toBe(value);
    expect(await isIn(body.access_token)).toBe(true);
    const stored = await service.database.rows<{ row: string }>('SELECT t::text AS row FROM oauth_tokens t');
    const text = stored.map(({ row }) => row).join();
    expect(text).not.toContain(body.access_token.slice(10));
    expect(text).toContain(createHash('sha256').update(body.access_token).digest('hex'));
  });

  it.each<[string, Record<string, string | undefined>, number, string]>([
    ['no kind', { grant_type: undefined }, 400, 'invalid_request'],
    ['another kind', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['an unknown client', { client_id: '01890000-0000-7000-8000-000000000000' }, 401, 'invalid_client'],
    ['another client', { client_id: 'https://other.example/client' }, 400, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://localhost/callback' }, 400, 'invalid_grant'],
    ['another port', { redirect_uri: 'http://127.0.0.1:1/callback' }, 400, 'invalid_grant'],
    ['no address', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_request'],
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['the challenge as verifier', { code_verifier: 'challenge' }, 400, 'invalid_grant'],
    ['an unknown code', { code: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['another resource', { resource: MCP }, 400, 'invalid_target'],
    ['a foreign resource', { resource: 'https://other.example' }, 400, 'invalid_target'],
  ])('refuses %s', async (_, changes, status, error) => {
    const given = changes['code_verifier'] === 'challenge' ? { code_verifier: program.challenge } : changes;
    const answer = await program.exchange(await program.code(browser), given);
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }]);
  });

  it('takes the resource that was asked for', async () => {
    expect((await program.exchange(await program.code(browser), { resource: `${API}/` })).status).toBe(200);
  });

  it('takes a form alone, of at most 16 KiB', async () => {
    const refused = [400, { error: 'invalid_request', error_description: expect.any(String) }];
    expect(result(await service.api.post('/oauth/token', { grant_type: 'refresh_token' }))).toEqual(refused);
    expect(result(await sendForm(service.api, 'token', { code: 'x'.repeat(17_000) }))).toEqual(refused);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const twice = 'grant_type=refresh_token&grant_type=refresh_token';
    expect(result(await service.api.post('/oauth/token', twice, { headers }))).toEqual(refused);
  });

  it.each([0, 60])('ends with the second use of a code %d seconds later what the first one gave', async (seconds) => {
    const code = await program.code(browser);
    const { body } = await program.exchange(code);
    expect(await isIn(body.access_token)).toBe(true);
    const ago = `UPDATE oauth_codes SET expires_at = expires_at - make_interval(secs => $1)`;
    await service.database.rows(ago, [seconds]);
    const again = await program.exchange(code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await isIn(body.access_token)).toBe(false);
    expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('lets one of two win who use a code at once on two instances', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await program.code(browser);
      const other = new OAuthProgram(elsewhere.api, program.id);
      Object.defineProperty(other, 'verifier', { value: program.verifier });
      const answers = await Promise.all([program.exchange(code), other.exchange(code)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('forgets a code after a minute', async () => {
    const code = await program.code(browser);
    await service.database.rows(`UPDATE oauth_codes SET expires_at = ${earlier('expires_at', '60 seconds')}`);
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
  });

  it('gives nothing for a code of one who has signed out everywhere since', async () => {
    const own = await Browser.of(service.api, company.viewer);
    const code = await program.code(own);
    await own.delete('/me/sessions');
    expect((await program.exchange(code)).body.error).toBe('invalid_grant');
  });
});

describe('refresh tokens', () => {
  it('rotate, and give another pair for ten seconds', async () => {
    const first = await program.connect(browser);
    const second = (await program.refresh(first.refresh_token)).body;
    const third = (await program.refresh(first.refresh_token, { resource: API })).body;
    for (const { access_token: token } of [first, second, third]) expect(await isIn(token)).toBe(true);
    expect(new Set([first, second, third].map(({ refresh_token: token }) => token)).size).toBe(3);
  });

  it('end the grant when an old one is used later', async () => {
    const first = await program.connect(browser);
    const second = (await program.refresh(first.refresh_token)).body;
    await service.database.rows(
      `UPDATE oauth_tokens SET used_at = ${earlier('used_at', '10 seconds')} WHERE used_at IS NOT NULL`,
    );
    expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await isIn(second.access_token)).toBe(false);
    expect((await program.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('are good for one of two at once, or for both, on two instances', async () => {
    const { refresh_token: token } = await program.connect(browser);
    const other = new OAuthProgram(elsewhere.api, program.id);
    const answers = await Promise.all([program.refresh(token), other.refresh(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of answers) expect(await isIn(body.access_token)).toBe(true);
  });

  it('are good for 30 days', async () => {
    const { refresh_token: token } = await program.connect(browser);
    await service.database.rows(`UPDATE oauth_tokens SET expires_at = ${earlier('expires_at', '30 days')}`);
    expect((await program.refresh(token)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['another client', { client_id: 'https://other.example/client' }, 'invalid_grant'],
    ['another resource', { resource: MCP }, 'invalid_target'],
    ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
  ])('refuse %s', async (_, changes, error) => {
    const { refresh_token: token } = await program.connect(browser);
    expect((await program.refresh(token, changes)).body.error).toBe(error);
    expect((await program.refresh(token)).status).toBe(200);
  });

  it('give no more than the person has granted', async () => {
    const { refresh_token: token } = await program.connect(browser, { scope: 'projects' });
    const refused = await program.refresh(token, { scope: 'projects projects:write' });
    expect(refused.body.error).toBe('invalid_scope');
    expect((await program.refresh(token)).body.scope).toBe('projects');
  });

  it('are no access tokens', async () => {
    const { refresh_token: token } = await program.connect(browser);
    expect(result(await service.api.as(token).get('/me'))).toEqual(INVALID_TOKEN);
  });
});

describe('POST /oauth/revoke', () => {
  it.each(['access_token', 'refresh_token'] as const)('ends the grant of an %s', async (kind) => {
    const tokens = await program.connect(browser);
    expect(await isIn(tokens.access_token, elsewhere.api)).toBe(true);
    expect(result(await program.revoke(tokens[kind]))).toEqual([200, {}]);
    expect(await isIn(tokens.access_token)).toBe(false);
    expect((await program.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('takes what is no token any more, and nothing of another client', async () => {
    expect((await program.revoke('unknown')).status).toBe(200);
    const { access_token: token } = await program.connect(browser);
    expect(result(await program.revoke(token, { client_id: 'https://other.example/client' }))).toEqual([
      401,
      { error: 'invalid_client', error_description: expect.any(String) },
    ]);
    expect((await program.revoke('', {})).body.error).toBe('invalid_request');
    expect(await isIn(token)).toBe(true);
  });
});
