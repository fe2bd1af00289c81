import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { ValidationError } from '#common/errors/app-error.js';
import type { Configuration } from '#config/configuration.js';
import { OutboundHttp } from './outbound-http.js';

const REFUSED = 'The address is not allowed: it is not a public one';
const REQUEST = { headers: { 'Content-Type': 'application/json' }, body: '{}', timeoutMs: 5_000 };

/** Hosts that are addresses, in every notation that URL takes for one. */
const LITERALS = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
  ],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '0x7F.0x0.0x0.0x1', '127.255.255.254', '0', '0.0.0.0', '0.1.2.3'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ...['169.254.169.254', '0xA9FEA9FE', '2852039166', '169.254.0.1', '100.64.0.1', '100.127.255.255'],
  ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::2]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:8.8.8.8]', '[::ffff:0:127.0.0.1]', '[0:0:0:0:0:ffff:10.0.0.1]'],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2001::1]',
    '[2001:0:4136:e378::1]',
  ],
  ...['[2001:470::5efe:7f00:1]', '[2001:470::200:5efe:a00:1]'],
  ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[ff0e::1]', '[100::1]', '[2001:db8::1]'],
  ...['[3fff::1]', '[5f00::1]', '[4000::1]', '[2001:10::1]', '[2001:20::1]'],
];

/** What names may resolve to, and must not be dialled. */
const RESOLVED = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '10.1.2.3', '169.254.169.254', '0.0.0.0'];
const SPECIAL = ['::', 'fe80::1%1', 'fd00::1', '64:ff9b::7f00:1', '2002:7f00:1::1', '100.100.100.200'];

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', '[2a00:1450:4001::1]'];

let connections = 0;
/** Listens on every address of this machine: whatever it hears has got past the guard. */
let canary: TcpServer;
let port: number;
beforeAll(async () => {
  canary = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0);
  await once(canary, 'listening');
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => canary.close());
afterEach(() => expect(connections).toBe(0));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const rawServers: { server: TcpServer; sockets: Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of rawServers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

function outbound(allowed: string[], ...answers: string[][]): OutboundHttp {
  let count = 0;
  const resolve = async () => answers[Math.min(count++, answers.length - 1)] ?? [];
  return new OutboundHttp({ outboundAllowedCidrs: allowed } as unknown as Configuration, resolve);
}

const guarded = outbound([]);
const local = outbound(['127.0.0.0/8']);

/** A receiver on an address of this machine; gives its base address. */
async function receiver(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** A receiver below HTTP: gives which connection, by its number, each request came on. */
async function rawReceiver(answer: (socket: Socket) => void): Promise<{ url: string; requests: number[] }> {
  const requests: number[] = [];
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    const number = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    // Each ends with the body `{}`.
    socket.on('data', (bytes) => {
      if (!bytes.toString('latin1').endsWith('{}')) return;
      requests.push(number);
      answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  rawServers.push({ server, sockets });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('a target that is an address', () => {
  it.each(LITERALS)('%s is not dialled, nor taken when it is chosen', async (host) => {
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${port}/hook`;
      expect(await guarded.post(url, REQUEST)).toMatchObject({ statusCode: null, error: REFUSED });
      expect(() => guarded.ensureAllowed(url, 'url')).toThrow(ValidationError);
    }
  });

  it.each(PUBLIC)('%s may be chosen', (host) => {
    expect(() => guarded.ensureAllowed(`https://${host}/`, 'url')).not.toThrow();
  });

  it('may be an address that the operator allows, in that form only', () => {
    const lan = outbound(['10.0.0.0/8', '::1', '192.168.1.7']);
    for (const host of ['10.20.30.40', '[::1]', '192.168.1.7']) lan.ensureAllowed(`http://${host}/`, 'url');
    for (const host of ['[::ffff:10.20.30.40]', '[::2]', '192.168.1.8']) {
      expect(() => lan.ensureAllowed(`http://${host}/`, 'url')).toThrow(ValidationError);
    }
  });
});

describe('a target that is a name', () => {
  it.each([...RESOLVED, ...SPECIAL])('is not dialled when it resolves to %s', async (address) => {
    for (const scheme of ['http', 'https']) {
      const outcome = await outbound([], [address]).post(`${scheme}://rebinding.example:${port}/`, REQUEST);
      expect(outcome).toMatchObject({ statusCode: null, error: REFUSED });
    }
  });

  it('is dialled at its allowed addresses only', async () => {
    const url = await receiver((_, response) => response.end(), '127.0.0.9');
    const mixed = outbound(['127.0.0.9/32'], ['127.0.0.1', '::1', '127.0.0.9']);
    const named = url.replace('127.0.0.9', 'mixed.example');
    expect(await mixed.post(named, REQUEST)).toMatchObject({ statusCode: 200, error: null });
  });

  it('is resolved and checked again at every attempt', async () => {
    const url = await receiver((_, response) => response.end(), '127.0.0.9');
    const sibling = createTcpServer(() => (connections += 1)).listen(Number(new URL(url).port), '127.0.0.1');
    await once(sibling, 'listening');
    const rebinding = outbound(['127.0.0.9/32'], ['127.0.0.9'], ['127.0.0.1'], ['127.0.0.9']);
    const outcomes = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      outcomes.push((await rebinding.post(url.replace('127.0.0.9', 'rebinding.example'), REQUEST)).error);
    }
    sibling.close();
    expect(outcomes).toEqual([null, REFUSED, null]);
  });
});

describe('an attempt', () => {
  it('sends the exact bytes and headers', async () => {
    const seen: unknown[] = [];
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        seen.push([method, path, headers['x-custom'], headers.host, Buffer.concat(chunks).toString()]);
        response.writeHead(204).end();
      });
    });
    const outcome = await local.post(`${url}/a/b?c=d#e`, {
      ...REQUEST,
      headers: { 'X-Custom': 'é' },
      body: '{"a": "ü"}',
    });
    const asked = { retryAfter: null, failure: null };
    expect(outcome).toEqual({ statusCode: 204, answer: '', durationMs: expect.any(Number), error: null, ...asked });
    expect(seen).toEqual([['POST', '/a/b?c=d', 'é', new URL(url).host, '{"a": "ü"}']]);
  });

  it.each([200, 201, 299])('succeeds with %d', async (status) => {
    const url = await receiver((_, response) => response.writeHead(status).end('fine'));
    expect(await local.post(url, REQUEST)).toMatchObject({ statusCode: status, error: null });
  });

  it.each([
    ['fine', 'fine'],
    ['', ''],
    ['a\0b', 'a\ufffdb'],
    [Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['x'.repeat(5_000), 'x'.repeat(2_048)],
    [`${'x'.repeat(2_047)}é`, 'x'.repeat(2_047)],
    [`${'x'.repeat(2_046)}é`, `${'x'.repeat(2_046)}é`],
    [gzipSync('x'), expect.stringContaining('\ufffd')],
  ])('gives the first 2 KiB of the answer %j, as text', async (answer, expected) => {
    const url = await receiver((_, response) => response.writeHead(500).end(answer));
    expect((await local.post(url, REQUEST)).answer).toEqual(expected);
  });

  it('returns the received part of an answer that breaks off', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(500, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    expect(await local.post(url, REQUEST)).toMatchObject({ statusCode: 500, answer: 'half' });
  });

  it('is sent once, also on a kept connection that the receiver is closing', async () => {
    let isDropping = false;
    const { url, requests } = await rawReceiver((socket) => {
      if (isDropping) socket.resetAndDestroy();
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`);
    });
    for (let count = 0; count < 9; count += 1) expect((await local.post(url, REQUEST)).error).toBeNull();
    expect(requests).toHaveLength(9);
    expect(new Set(requests).size).toBeLessThan(9);
    isDropping = true;
    const outcome = await local.post(url, REQUEST);
    expect(outcome).toMatchObject({ statusCode: null, error: 'The connection broke before an answer came' });
    expect(requests).toHaveLength(10);
  });

  it('reuses only the connection of the same URL', async () => {
    const { url, requests } = await rawReceiver((socket) => {
      socket.write(`HTTP/1.1 204 No Content\r\n\r\n`);
    });
    for (const path of ['/a', '/b', '/a?c']) await local.post(`${url}${path}`, REQUEST);
    expect(requests).toEqual([0, 1, 2]);
  });

  it.each([302, 404, 500])('keeps no connection after the answer %d', async (status) => {
    const { url, requests } = await rawReceiver((socket) => {
      socket.write(`HTTP/1.1 ${status} Such\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nno`);
    });
    for (let count = 0; count < 3; count += 1) await local.post(url, REQUEST);
    expect(requests).toEqual([0, 1, 2]);
  });

  it('gives each address of a host seconds to take the connection', async () => {
    const connect = jest.spyOn(Socket.prototype, 'connect');
    const url = await receiver((_, response) => response.end(), '127.0.0.9');
    const dual = outbound(['127.0.0.9/32', '::1/128'], ['127.0.0.9', '::1']);
    expect((await dual.post(url.replace('127.0.0.9', 'far.example'), REQUEST)).error).toBeNull();
    const [[options]] = connect.mock.calls[0] as unknown as [[object]];
    connect.mockRestore();
    expect(options).toMatchObject({ host: 'far.example', autoSelectFamilyAttemptTimeout: 5_000 });
  });

  it.each([400, 404, 410, 429, 500, 503])('fails with %d', async (status) => {
    const url = await receiver((_, response) => response.writeHead(status).end());
    const error = `Answered with the status ${status}`;
    expect(await local.post(url, REQUEST)).toMatchObject({ statusCode: status, error });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %d', async (status) => {
    const url = await receiver((_, response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${port}/` }).end();
    });
    const error = `Answered with the redirect ${status}, which is not followed`;
    expect(await local.post(url, REQUEST)).toMatchObject({ statusCode: status, error });
  });

  it.each([
    ['never answers', () => undefined],
    ['begins an answer and never gets to its status', (_, { socket }) => void socket?.write('HTTP/1.1 ')],
    ['promises an answer for ever', (_, { socket }) => void socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ] satisfies [string, RequestListener][])('ends in time when the receiver %s', async (_, listener) => {
    const url = await receiver(listener);
    const outcome = await local.post(url, { ...REQUEST, timeoutMs: 300 });
    expect(outcome).toMatchObject({ statusCode: null, error: 'No answer within 0.3 s' });
  });

  it('fails when the receiver asks for another protocol', async () => {
    const { url } = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    const outcome = await local.post(url, { ...REQUEST, timeoutMs: 60_000 });
    expect(outcome).toMatchObject({ statusCode: 101, error: 'Answered with the status 101' });
  });

  it('fails when the receiver hangs up without an answer', async () => {
    const { url } = await rawReceiver((socket) => socket.end());
    const outcome = await local.post(url, { ...REQUEST, timeoutMs: 60_000 });
    expect(outcome).toMatchObject({ statusCode: null, error: 'The connection broke before an answer came' });
  });

  it('does not begin after it was aborted', async () => {
    const { url, requests } = await rawReceiver(() => undefined);
    const outcome = await local.post(url, { ...REQUEST, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ statusCode: null, error: 'The service was stopped before an answer came' });
    expect(requests).toEqual([]);
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const url = await receiver(() => controller.abort());
    const outcome = await local.post(url, { ...REQUEST, signal: controller.signal });
    expect(outcome).toMatchObject({ statusCode: null, error: 'The service was stopped before an answer came' });
  });

  it('ends in time when the receiver drips, and counts the status that it had sent', async () => {
    let dripping: NodeJS.Timeout | undefined;
    const url = await receiver((_, response) => {
      response.writeHead(200).write('.');
      dripping = setInterval(() => response.write('.'), 20);
    });
    const outcome = await local.post(url, { ...REQUEST, timeoutMs: 300 });
    clearInterval(dripping);
    expect(outcome).toMatchObject({ statusCode: 200, error: null });
  });

  it('reads no more than 64 KiB of an answer, and unpacks none', async () => {
    let socketClosed: Promise<unknown> = Promise.resolve();
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const url = await receiver((_, response) => {
      socketClosed = once(response, 'close');
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const more = () => {
        while (!response.destroyed && response.write(bomb));
      };
      response.on('drain', more);
      more();
    });
    expect(await local.post(url, REQUEST)).toMatchObject({ statusCode: 200, error: null });
    await socketClosed;
  });

  it('names the failure, and nothing about this network', async () => {
    const broken = await receiver(({ socket }) => socket.destroy());
    const nonsense = await receiver(({ socket }) => void socket.end('SSH-2.0-OpenSSH\r\n\r\n'));
    const closed = await receiver(() => undefined);
    servers.pop()?.close();
    const texts = [];
    for (const url of [broken, nonsense, closed, broken.replace('http:', 'https:')]) {
      texts.push((await local.post(url, REQUEST)).error);
    }
    expect(texts).toEqual([
      'The connection broke before an answer came',
      'The answer is no valid HTTP',
      'The connection was refused',
      'No TLS connection could be made',
    ]);
    const unresolved = new OutboundHttp({ outboundAllowedCidrs: [] } as unknown as Configuration, () =>
      Promise.reject(Object.assign(new Error('queryA ENOTFOUND internal'), { code: 'ENOTFOUND' })),
    );
    expect((await unresolved.post('http://nowhere.example/', REQUEST)).error).toBe('The host name has no address');
  });

  it('refuses a certificate that it cannot verify', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createTlsServer({ cert, key }, (_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await local.post(url, REQUEST)).error).toBe('The certificate of the host is not valid');
    server.close();
  });
});
