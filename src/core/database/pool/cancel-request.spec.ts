import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type pg from 'pg';
import { generate } from 'selfsigned';
import { CancelRequest } from './cancel-request.js';

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** Its length, the code of a cancel request, the process and its secret. */
const REQUEST = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 7, 0, 0, 0, 9]);

let server: Server;
afterEach(() => server.close());

/** A server of this test, on the port that it gives. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function cancelOver(port: number, ssl: unknown = false): CancelRequest {
  const client = { host: '127.0.0.1', port, ssl, sslNegotiation: 'postgres', processID: 7, secretKey: 9 };
  return new CancelRequest(client as unknown as pg.Client);
}

async function firstOf(socket: Socket): Promise<Buffer> {
  return ((await once(socket, 'data')) as [Buffer])[0];
}

it('names the process and its secret, and is closed when the server says so', async () => {
  let received: Buffer | undefined;
  const port = await listen((socket) => {
    void firstOf(socket).then((bytes) => {
      received = bytes;
      socket.end();
    });
  });
  await cancelOver(port).closed;
  expect(received).toEqual(REQUEST);
});

it('is encrypted where the connection is', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const received: Buffer[] = [];
  const port = await listen((socket) => {
    void firstOf(socket).then(async (bytes) => {
      received.push(bytes);
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      received.push(await firstOf(secure));
      secure.end();
    });
  });
  await cancelOver(port, { rejectUnauthorized: false }).closed;
  expect(received).toEqual([SSL_REQUEST, REQUEST]);
});

it('fails when it cannot connect', async () => {
  const port = await listen(() => undefined);
  server.close();
  await once(server, 'close');
  await expect(cancelOver(port).closed).rejects.toThrow('ECONNREFUSED');
});

it('can be aborted', async () => {
  const port = await listen((socket) => void socket.on('error', () => undefined));
  const request = cancelOver(port);
  await once(server, 'connection');
  request.destroy();
  await request.closed;
});
