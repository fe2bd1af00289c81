import { once } from 'node:events';
import { eventually } from '../../support/eventually.js';
import { answered, exchange, message, onlyAnswer, open } from '../../support/raw-http.js';
import { TransportApp } from '../../support/transport-app.js';

let app: TransportApp;
beforeAll(async () => (app = await TransportApp.start()));
afterAll(() => app.stop());

describe('connections', () => {
  const closed = async (tls: boolean, text = '') => {
    const socket = await open(app.port, { tls });
    let received = '';
    socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
    if (text !== '') socket.write(text);
    await once(socket, 'close');
    return received;
  };

  it('are closed without a 408 when they send nothing, or half a request', async () => {
    app.server.headersTimeout = 1_000;
    app.server.requestTimeout = 2_000;
    const all = await Promise.all([
      closed(false),
      closed(false, 'GET /api/client HTTP/1.1\r\nHost'),
      closed(true),
      closed(true, 'GET /api/client HTTP/1.1\r\nHost'),
      closed(true, message('POST /api/bodies', ['Content-Type: application/json', 'Content-Length: 100']) + '{'),
    ]);
    expect(all).toEqual(['', '', '', '', '']);
  });

  // Connections that nobody drops last for 10 s and longer.
  const UNTIL_DROPPED = 9_000;

  it.each(['self-signed', 'proxy'])(
    'close() waits for requests in flight and for nothing else (%s)',
    async (mode) => {
      const closing = await TransportApp.start({ TLS_MODE: mode });
      const tls = mode !== 'proxy';
      const forwarded = ['X-Forwarded-Proto: https'];
      const silent = await open(closing.port, { tls: false });
      const fresh = await open(closing.port, { tls });
      const idle = await open(closing.port, { tls });
      const dropped = [silent, fresh, idle].map((socket) => once(socket.resume(), 'close'));
      idle.write(message('GET /api/client', forwarded));
      await answered(idle);
      const inFlight = exchange(closing.port, { tls }, message('GET /api/held', forwarded));
      await closing.holds();
      const stopped = closing.stop();
      await eventually('it takes no new connections', () => !closing.server.listening);
      closing.release();
      const answer = onlyAnswer(await inFlight);
      expect([answer.status, answer.body.length]).toEqual([200, 1_000_000]);
      await Promise.all([stopped, ...dropped]);
    },
    UNTIL_DROPPED,
  );
});
