import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refusalOf } from '../../support/answers.js';
import { Api } from '../../support/api.js';
import { answersIn, exchange } from '../../support/raw-http.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const SCRIPT = '/assets/app-Ab12Cd34.js';
const SOURCE = 'export {};\n'.repeat(200);
const PAGE = '<!doctype html><title>Console</title>';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const NO_PATH = [404, 'NOT_FOUND', 'Path not found'];

function builtConsole(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, SCRIPT), SOURCE);
  writeFileSync(join(folder, `${SCRIPT}.br`), brotliCompressSync(SOURCE));
  writeFileSync(join(folder, `${SCRIPT}.gz`), gzipSync(SOURCE));
  return folder;
}

let service: TestService;
let without: TestService;
beforeAll(async () => {
  service = await startTestService({ consoleDirectory: builtConsole() });
  without = await startTestService({}, service.database);
});
afterAll(async () => {
  await without.stop();
  await service.stop();
});

/** As a browser asks, without decoding what comes. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const lines = Object.entries({ Host: 'x', 'X-Forwarded-Proto': 'https', Connection: 'close', ...headers });
  const request = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
  const [answer] = answersIn(
    await exchange(Number(new URL(service.baseUrl).port), { tls: false }, request.join('\r\n')),
  );
  return answer!;
}

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const outside = (api: TestService) => new Api(new URL(api.baseUrl).origin);

describe('a page of the console', () => {
  it.each(['/', '/projects/WEB/board', '/tasks/WEB-12?task=1', '/sign-in?to=%2Fa.b', '/apiary', '/projects/x/'])(
    'is index.html: %s',
    async (path) => {
      const { status, headers, body } = await get(path, html);
      expect([status, body]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    },
  );

  it.each<Record<string, string>>([{}, { Accept: '*/*' }, { Accept: 'application/json' }])(
    'is what / is for everyone: %j',
    async (headers) => {
      for (const path of ['/', '/?from=mail'])
        expect(await get(path, headers)).toMatchObject({ status: 200, body: PAGE });
      expect(await get('/', headers, 'HEAD')).toMatchObject({ status: 200, body: '' });
    },
  );

  it.each([
    ['/projects', { Accept: 'application/json' }],
    ['/assets/gone-Zz99.js', html],
    ['/projects/x.html', html],
    ['/%2e%2e/package.json', html],
    ['/../package.json', html],
    ['/assets/../../package.json', html],
    ['/api', html],
    ['/api/nothing', html],
    ['/api?x', html],
  ])('is not what asks for something else, which is 404 and counted: %s %j', async (path, headers) => {
    const answer = await get(path, headers);
    expect(refusalOf({ ...answer, body: JSON.parse(answer.body), headers: new Headers(), text: '' })).toEqual(NO_PATH);
    expect(answer.headers['x-ratelimit-policy']).toBe('api-read');
  });

  it.each(['POST', 'PUT', 'DELETE'])('exists only for GET, not for %s', async (method) => {
    const answer = await outside(service).send(method, '/projects', undefined, { headers: html });
    expect(refusalOf(answer)).toEqual(NO_PATH);
  });
});

describe('a file of the console', () => {
  it.each(['br', 'gzip'])('comes as %s for clients that accept it, cached for a year', async (encoding) => {
    const answer = await fetch(new URL(SCRIPT, service.baseUrl), {
      headers: { 'Accept-Encoding': encoding, 'X-Forwarded-Proto': 'https' },
    });
    expect(await answer.text()).toBe(SOURCE);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it.each([undefined, 'identity', 'br;q=0, gzip;q=0.0'])('comes uncompressed otherwise: %s', async (accepted) => {
    const { status, headers, body } = await get(SCRIPT, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect([status, body, headers['content-encoding']]).toEqual([200, SOURCE, undefined]);
    expect(headers['x-ratelimit-policy']).toBeUndefined();
  });

  it('is not kept by caches when its name has no hash', async () => {
    const { headers } = await get('/favicon.svg');
    expect([headers['content-type'], headers['cache-control']]).toEqual(['image/svg+xml', 'no-store']);
  });

  it('answers HEAD', async () => {
    const answer = await fetch(new URL(SCRIPT, service.baseUrl), {
      method: 'HEAD',
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});

it('has no page for programs that sign in, while nobody says the address of the service', async () => {
  const unnamed = await startTestService({ consoleDirectory: builtConsole(), issuer: null }, service.database);
  try {
    expect((await outside(service).get('/oauth/authorize?state=1', { headers: html })).text).toBe(PAGE);
    expect(refusalOf(await outside(unnamed).get('/oauth/authorize?state=1', { headers: html }))).toEqual(NO_PATH);
    expect((await outside(unnamed).get('/settings/company', { headers: html })).text).toBe(PAGE);
  } finally {
    await unnamed.stop();
  }
});

it('is missing when the console is off', async () => {
  const answer = await outside(without).get('/', { headers: html });
  expect(refusalOf(answer)).toEqual(NO_PATH);
});

it('is reported missing in the log, and the start goes on, when it was never built', async () => {
  const unbuilt = await startTestService({ consoleDirectory: temporaryFolder() }, service.database);
  const answer = await outside(unbuilt).get('/', { headers: html });
  await unbuilt.stop();
  expect(answer.status).toBe(404);
});
