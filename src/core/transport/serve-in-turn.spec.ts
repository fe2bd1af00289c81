import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serveInTurn } from './serve-in-turn.js';

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('serveInTurn', () => {
  let server: Server;
  let sockets: Socket[];
  /** Begun and not answered yet. */
  let underWay: ServerResponse[];
  let begun: number;

  beforeEach(async () => {
    [sockets, underWay, begun] = [[], [], 0];
    const handler = serveInTurn((_request, response) => {
      begun += 1;
      underWay.push(response);
      response.once('close', () => underWay.splice(underWay.indexOf(response), 1));
    });
    server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise(setImmediate);
  }

  it('begins a request when the one before it on its connection is answered; other connections do not wait', async () => {
    const [one, other] = [await open(), await open()];
    one.write(GET.repeat(3));
    await until(() => begun === 1);
    other.write(GET);
    await until(() => begun === 2);
    const received: string[] = [];
    one.on('data', (bytes: Buffer) => received.push(bytes.toString()));
    const current = () => underWay.find(({ req }) => req.socket.remotePort === one.localPort);
    for (const answer of ['first', 'second', 'third']) {
      await until(() => current() !== undefined);
      current()?.end(answer);
      await until(() => received.join('').includes(answer));
    }
    expect(begun).toBe(4);
    expect(received.join('').match(/first|second|third/g)).toEqual(['first', 'second', 'third']);
  });

  it('serves a client that sends 65 at once, and cuts off one that sends more', async () => {
    const patient = await open();
    patient.write(GET.repeat(65));
    for (let answered = 0; answered < 65; answered += 1) {
      await until(() => underWay.length === 1);
      underWay[0]!.end();
      await until(() => underWay.length === 0);
    }
    const flooding = await open();
    flooding.resume().write(GET.repeat(10_000));
    await until(() => flooding.destroyed);
    expect(begun).toBe(66);
  });

  it('closes all responses of a connection that is gone', async () => {
    let unanswered = 0;
    server.prependListener('request', (_request, response: ServerResponse) => {
      unanswered += 1;
      response.once('close', () => (unanswered -= 1));
    });
    const socket = await open();
    socket.write(GET.repeat(5));
    await until(() => unanswered === 5);
    socket.destroy();
    await until(() => unanswered === 0);
    expect(begun).toBe(1);
  });
});
