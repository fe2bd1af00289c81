import { once } from 'node:events';
import { METHODS } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import {
  answered,
  answersIn,
  exchange,
  message,
  onlyAnswer,
  open,
  type Part,
  type RawAnswer,
} from '../../support/raw-http.js';
import { TransportApp } from '../../support/transport-app.js';

const TLS = { tls: true };
const PLAIN = { tls: false };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const MEBIBYTE = 1024 * 1024;

let app: TransportApp;
beforeAll(async () => (app = await TransportApp.start()));
afterAll(() => app.stop());

/** The one answer to a request made of `line`, more header lines and a body, sent over TLS. */
async function send(line: string, headers: string[] = [], body = ''): Promise<RawAnswer> {
  return onlyAnswer(await exchange(app.port, TLS, message(line, ['Connection: close', ...headers], body)));
}

function expectCommonHeaders({ headers }: RawAnswer): void {
  expect(headers).toMatchObject({
    'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

function expectError(answer: RawAnswer, status: number, code: string, text: string): void {
  expectCommonHeaders(answer);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    status,
    { success: false, error: { code, message: text, traceId: answer.headers['x-trace-id'] } },
  ]);
}

function expectHttpsRequired(answer: RawAnswer): void {
  expectError(answer, 403, 'FORBIDDEN', 'HTTPS is required');
  expect(answer.headers).toMatchObject({ connection: 'close' });
  expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
}

describe('trace id and headers of every response', () => {
  it('takes the trace id of a valid traceparent', async () => {
    const answer = await send('GET /api/client', [`traceparent: 00-${TRACE_ID}-b7ad6b7169203331-01`]);
    expectCommonHeaders(answer);
    expect(answer.headers['x-trace-id']).toBe(TRACE_ID);
  });

  it.each([
    `ff-${TRACE_ID}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `00-${TRACE_ID.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${TRACE_ID}-b7ad6b7169203331-01-more`,
    TRACE_ID,
  ])('makes a new trace id for %s', async (traceparent) => {
    const answer = await send('GET /api/client', [`traceparent: ${traceparent}`]);
    expectCommonHeaders(answer);
    expect(answer.headers['x-trace-id']).not.toBe(TRACE_ID);
    expect(answer.headers['x-trace-id']).not.toBe('0'.repeat(32));
  });

  it('understands later versions of traceparent', async () => {
    const answer = await send('GET /api/client', [`traceparent: 01-${TRACE_ID}-b7ad6b7169203331-01-more`]);
    expect(answer.headers['x-trace-id']).toBe(TRACE_ID);
  });

  it('is there on errors, with the same trace id in the body', async () => {
    expectError(await send('GET /api/nowhere'), 404, 'NOT_FOUND', 'Route not found');
  });
});

describe('plain HTTP on the TLS port', () => {
  it.each([
    ['a request', message('GET /api/client')],
    ['health', message('GET /api/health')],
    ['a large body', message('POST /api/bodies', [], 'x'.repeat(8 * MEBIBYTE))],
    ['a body that is waited for', message('POST /api/bodies', ['Expect: 100-continue', 'Content-Length: 5'])],
    ['an unknown expectation', message('GET /api/client', ['Expect: nonsense'])],
    ['an upgrade', message('GET /api/client', ['Upgrade: websocket', 'Connection: Upgrade'])],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\n\r\n'],
    ['headers that are too long', message('GET /api/client', [`X-Long: ${'x'.repeat(20_000)}`])],
    ['what is not HTTP', 'EHLO example.com\r\n\r\n'],
  ])('is refused: %s', async (_what, text) => {
    expectHttpsRequired(onlyAnswer(await exchange(app.port, PLAIN, text)));
    expect(app.counted).toEqual([]);
  });

  it('is refused with the trace id that came with it', async () => {
    const text = message('GET /api/client', [`traceparent: 00-${TRACE_ID}-b7ad6b7169203331-01`]);
    const answer = onlyAnswer(await exchange(app.port, PLAIN, text));
    expectHttpsRequired(answer);
    expect(answer.headers['x-trace-id']).toBe(TRACE_ID);
  });

  it('is answered once, whatever follows', async () => {
    const chunked = message('POST /api/bodies', ['Transfer-Encoding: chunked']);
    expectHttpsRequired(onlyAnswer(await exchange(app.port, PLAIN, chunked, answered, 'no chunk\r\n')));
  });

  it('leaves HEAD without a body', async () => {
    const received = await exchange(app.port, PLAIN, message('HEAD /api/client'));
    expect(received).toMatch(/^HTTP\/1.1 403 .*\r\n\r\n$/s);
  });

  it('accepts TLS whose first bytes come one by one', async () => {
    const socket = await open(app.port, PLAIN);
    const write = socket.write.bind(socket);
    let slowed = Promise.resolve();
    socket.write = (bytes: Uint8Array) => {
      for (const byte of bytes.subarray(0, 6)) {
        slowed = slowed.then(() => void write(Buffer.from([byte]))).then(() => delay(10));
      }
      slowed = slowed.then(() => void write(bytes.subarray(6)));
      return true;
    };
    const secure = connectTls({ socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    expect(secure.getProtocol()).toBe('TLSv1.3');
    secure.destroy();
  });
});

describe('requests that Node itself would refuse', () => {
  const begun = () => once(app.server, 'request');
  const counted = () => app.counted.splice(0);
  beforeEach(counted);

  it.each<[what: string, parts: Part[], kind: string]>([
    ['long headers', [message('GET /api/client', [`X-Long: ${'x'.repeat(20_000)}`])], 'headers'],
    ['very long headers', [message('GET /api/client', [`X-Long: ${'x'.repeat(3 * MEBIBYTE)}`])], 'headers'],
    ['a long path', [message(`GET /api/${'x'.repeat(20_000)}`)], 'headers'],
    ['no HTTP', ['EHLO example.com\r\n\r\n'], 'malformed'],
    ['an unknown method', [message('FETCH /api/client')], 'malformed'],
    ['two lengths', [message('POST /api/bodies', ['Content-Length: 1', 'Transfer-Encoding: chunked'])], 'malformed'],
    [
      'a broken chunk',
      [message('POST /api/bodies', ['Transfer-Encoding: chunked']), begun, 'no chunk\r\n'],
      'malformed',
    ],
  ])('%s: 400 with rate-limit headers', async (_what, parts, kind) => {
    const answer = onlyAnswer(await exchange(app.port, TLS, ...parts));
    const text =
      kind === 'headers' ? 'The request headers must not be larger than 16 KiB' : 'The request is not valid HTTP';
    expectError(answer, 400, 'INVALID_INPUT', text);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600', connection: 'close' });
    expect(counted()).toEqual(['127.0.0.1']);
  });

  it('answers after a request on the same connection, and never into the middle of another answer', async () => {
    const after = answersIn(await exchange(app.port, TLS, message('GET /api/client'), answered, 'rubbish\r\n\r\n'));
    expect(after.map(({ status }) => status)).toEqual([200, 400]);
    const held = () => app.holds();
    expect(await exchange(app.port, TLS, message('GET /api/held'), held, 'rubbish\r\n\r\n')).toBe('');
    app.release();
  });

  it.each([
    ['without Host', 'GET /api/client HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['with an unknown expectation', message('GET /api/client', ['Connection: close', 'Expect: nonsense'])],
    ['with an upgrade', message('GET /api/client', ['Connection: Upgrade, close', 'Upgrade: websocket'])],
    ['with a whole address', message('GET https://localhost/api/client', ['Connection: close'])],
  ])('serves a request %s', async (_what, text) => {
    const answer = onlyAnswer(await exchange(app.port, TLS, text));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { ip: '127.0.0.1' }]);
    expect(counted()).toEqual([]);
  });

  it('sends 100 Continue to a client that waits for it', async () => {
    const headers = [
      'Content-Type: application/json',
      'Content-Length: 7',
      'Expect: 100-continue',
      'Connection: close',
    ];
    const answers = answersIn(await exchange(app.port, TLS, message('POST /api/bodies', headers), answered, '{"a":1}'));
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });

  it('CONNECT: 404', async () => {
    const answer = onlyAnswer(await exchange(app.port, TLS, 'CONNECT example.com:443 HTTP/1.1\r\n\r\n'));
    expectError(answer, 404, 'NOT_FOUND', 'Path not found');
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600' });
  });
});

describe('paths and methods without a route', () => {
  it.each(METHODS.filter((method) => !['CONNECT', 'HEAD', 'GET'].includes(method)))('%s: 404', async (method) => {
    expectError(await send(`${method} /api/nowhere`), 404, 'NOT_FOUND', 'Route not found');
    expectError(await send(`${method} /api/client`), 404, 'NOT_FOUND', 'Route not found');
  });

  it.each([
    ['an undecodable path', '/api/%zz'],
    ['a path that is not UTF-8', '/api/%ff?q=%zz'],
    ['a long path', `/api/${'x'.repeat(15_000)}`],
    ['an empty parameter', '/api/things/'],
    ['the root', '/'],
    ['an asterisk', '*'],
    ['a broken address', 'http://a:b:c/api'],
  ])('%s: 404', async (_what, path) => {
    for (const method of ['GET', 'OPTIONS']) {
      expectError(await send(`${method} ${path}`), 404, 'NOT_FOUND', 'Route not found');
    }
  });

  it('takes an undecodable parameter literally', async () => {
    expect(JSON.parse((await send('GET /api/things/%zz')).body)).toEqual({ id: '%zz' });
    expect((await send(`GET /api/things/${'x'.repeat(15_000)}`)).status).toBe(200);
  });
});

describe('bodies', () => {
  const JSON_TYPE = 'Content-Type: application/json';
  const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  const received = async (method: string, headers: string[], body: string) =>
    JSON.parse((await send(`${method} /api/bodies`, headers, body)).body) as { body?: object; bodyError?: string };

  it.each([
    ['application/json', JSON_TYPE, '{"a":"é"}'],
    ['with parameters', 'Content-Type: Application/JSON; charset="UTF-8"; x=y', '{"a":1}'],
    ['nested 20 deep', JSON_TYPE, nested(20)],
    ['of 1 MiB', JSON_TYPE, sized(MEBIBYTE)],
    ['with a harmless constructor', JSON_TYPE, '{"constructor":"x"}'],
  ])('reads JSON %s', async (_what, type, body) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await received(method, [type], body)).toEqual({ body: JSON.parse(body) });
    }
  });

  it.each([
    ['JSON', [JSON_TYPE], ''],
    ['JSON of length 0', [JSON_TYPE, 'Content-Length: 0'], ''],
    ['JSON in no chunks', [JSON_TYPE, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['no type, no chunks', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['text', ['Content-Type: text/plain', 'Content-Length: 0'], ''],
    ['a broken type', ['Content-Type: nonsense', 'Content-Length: 0'], ''],
    ['nothing at all', [], ''],
  ])('takes an empty body for none: %s', async (_what, headers, chunks) => {
    for (const method of ['POST', 'DELETE']) {
      const text = message(`${method} /api/bodies`, ['Connection: close', ...headers]) + chunks;
      expect(JSON.parse(onlyAnswer(await exchange(app.port, TLS, text)).body)).toEqual({});
    }
  });

  it.each([
    ['text', ['Content-Type: text/plain'], '{"a":1}', 'Content-Type: application/json'],
    ['a form', ['Content-Type: application/x-www-form-urlencoded'], 'a=1', 'Content-Type: application/json'],
    ['another JSON', ['Content-Type: application/problem+json'], '{"a":1}', 'Content-Type: application/json'],
    ['another charset', ['Content-Type: application/json; charset=iso-8859-1'], '{"a":1}', 'UTF-8'],
    ['a broken type', ['Content-Type: nonsense'], '{"a":1}', 'Content-Type: application/json'],
    ['no type', [], '{"a":1}', 'Content-Type: application/json'],
    ['compression', [JSON_TYPE, 'Content-Encoding: gzip'], '{"a":1}', 'uncompressed'],
    ['half an object', [JSON_TYPE], '{', 'valid JSON'],
    ['white space', [JSON_TYPE], ' ', 'valid JSON'],
    ['an array', [JSON_TYPE], '[]', 'JSON object'],
    ['a string', [JSON_TYPE], '"a"', 'JSON object'],
    ['null', [JSON_TYPE], 'null', 'JSON object'],
    ['a number', [JSON_TYPE], '1', 'JSON object'],
    ['__proto__', [JSON_TYPE], '{"a":{"__proto__":{"x":1}}}', '__proto__'],
    ['__proto__ in disguise', [JSON_TYPE], '{"\\u005f_proto__":1}', '__proto__'],
    ['constructor.prototype', [JSON_TYPE], '{"constructor":{"prototype":{}}}', 'constructor.prototype'],
    ['objects 21 deep', [JSON_TYPE], nested(21), 'nested deeper than 20'],
    ['arrays 21 deep', [JSON_TYPE], `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, 'nested deeper than 20'],
    ['150,000 deep', [JSON_TYPE], nested(150_000), 'nested deeper than 20'],
    ['a byte too much', [JSON_TYPE], sized(MEBIBYTE + 1), 'larger than 1 MiB'],
    ['far too much', [JSON_TYPE], sized(8 * MEBIBYTE), 'larger than 1 MiB'],
  ])('leaves what is wrong on the request: %s', async (_what, headers, body, reason) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await received(method, headers, body)).toEqual({ bodyError: expect.stringContaining(reason) });
    }
  });

  it('refuses a body that is not UTF-8', async () => {
    const socket = await open(app.port, TLS);
    socket.write(message('POST /api/bodies', [JSON_TYPE, 'Content-Length: 9', 'Connection: close']));
    socket.write(Buffer.from('{"a":"\xff"}', 'latin1'));
    const text = (await socket.toArray()).join('');
    expect(JSON.parse(onlyAnswer(text).body)).toEqual({ bodyError: 'The request body must be encoded in UTF-8' });
  });

  it('answers a body without end, closes the connection at its end, and survives a body that breaks off', async () => {
    const socket = await open(app.port, TLS);
    socket.write(message('POST /api/bodies', [JSON_TYPE, 'Transfer-Encoding: chunked']));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent <= MEBIBYTE; sent += 0x10000) socket.write(chunk);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    const answer = onlyAnswer(bytes.toString());
    expect([answer.headers.connection, answer.body]).toEqual(['close', expect.stringContaining('larger than 1 MiB')]);
    const ended = once(socket.resume(), 'end');
    socket.write(`${chunk}0\r\n\r\n`);
    await ended;
    const broken = await open(app.port, TLS);
    const begun = once(app.server, 'request');
    broken.write(message('POST /api/bodies', [JSON_TYPE, 'Content-Length: 100']) + '{');
    await begun;
    broken.destroy();
    expect((await send('GET /api/client')).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  let proxied: TransportApp;
  beforeAll(
    async () => (proxied = await TransportApp.start({ TLS_MODE: 'proxy', TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' })),
  );
  afterAll(() => proxied.stop());
  const ask = async (target: TransportApp, line: string, headers: string[] = [], body = '') =>
    onlyAnswer(await exchange(target.port, PLAIN, message(line, ['Connection: close', ...headers], body)));

  it('serves requests that came over HTTPS, for the right-most address that is not a proxy', async () => {
    const answer = await ask(proxied, 'GET /api/client', [
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 198.51.100.1, 203.0.113.7, 10.1.2.3',
    ]);
    expectCommonHeaders(answer);
    expect(JSON.parse(answer.body)).toEqual({ ip: '203.0.113.7' });
  });

  it.each([
    ['nothing forwarded', []],
    ['http', ['X-Forwarded-Proto: http']],
    ['http behind https', ['X-Forwarded-Proto: https, http']],
  ])('refuses: %s', async (_what, headers) => {
    expectHttpsRequired(await ask(proxied, 'GET /api/client', headers));
    expectHttpsRequired(await ask(proxied, 'POST /api/bodies', headers, 'x'.repeat(8 * MEBIBYTE)));
    expectHttpsRequired(await ask(proxied, 'GET /api/%zz', headers));
    expectHttpsRequired(await ask(proxied, 'POST /api/health', headers));
  });

  it.each(['/api/health', '/api/health?verbose'])('answers %s over plain HTTP', async (path) => {
    expectCommonHeaders(await ask(proxied, `GET ${path}`));
    expect((await ask(proxied, `GET ${path}`)).status).toBe(200);
  });

  it('counts malformed requests of the proxy', async () => {
    expectError(await ask(proxied, 'FETCH /'), 400, 'INVALID_INPUT', 'The request is not valid HTTP');
    expect(proxied.counted).toEqual(['127.0.0.1']);
  });

  it('serves health alone where the process has no role api', async () => {
    const worker = await TransportApp.start({ TLS_MODE: 'proxy', PROCESS_ROLES: 'worker,scheduler' });
    expect((await ask(worker, 'GET /api/health')).status).toBe(200);
    expectError(
      await ask(worker, 'GET /api/client', ['X-Forwarded-Proto: https']),
      503,
      'SERVICE_UNAVAILABLE',
      'This process serves no API: PROCESS_ROLES leaves it out',
    );
    await worker.stop();
  });

  it('trusts no other address', async () => {
    const other = await TransportApp.start({ TLS_MODE: 'proxy', TRUSTED_PROXIES: '10.0.0.0/8' });
    expectHttpsRequired(await ask(other, 'GET /api/client', ['X-Forwarded-Proto: https']));
    expectHttpsRequired(await ask(other, 'FETCH /'));
    expect((await ask(other, 'GET /api/health')).status).toBe(200);
    expect(other.counted).toEqual([]);
    await other.stop();
  });
});
