import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** An answer as it came over the wire. Header names are in lower case. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Opens a connection to a port of this machine. The server's certificate is not looked at. */
export async function open(port: number, { tls }: { tls: boolean }): Promise<Socket> {
  const socket = tls ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) : connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, tls ? 'secureConnect' : 'connect');
  return socket;
}

/** What is sent as it is, or waited for before the next is sent. */
export type Part = string | ((socket: Socket) => Promise<unknown>);

/** Waits for the first of an answer. */
export const answered = (socket: Socket): Promise<unknown> => once(socket, 'data');

/** Sends `parts` one after the other, and gives everything that comes back until the server closes. */
export async function exchange(port: number, options: { tls: boolean }, ...parts: Part[]): Promise<string> {
  const socket = await open(port, options);
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (typeof part === 'function') await part(socket);
    else if (socket.writable) socket.write(part);
  }
  await closed;
  return received;
}

/** The answers in what `exchange` gives. Bodies must have a Content-Length. */
export function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString();
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** A request made of its first line, more header lines and a body. */
export function message(line: string, headers: string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${line} HTTP/1.1\r\n${['Host: localhost', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

/** The answer in what `exchange` gives, where there is one. */
export function onlyAnswer(received: string): RawAnswer {
  const answers = answersIn(received);
  expect(answers).toHaveLength(1);
  return answers[0]!;
}
