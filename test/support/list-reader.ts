import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { TestUser } from '../factories/company.factory.js';
import { open } from './raw-http.js';
import type { TestService } from './test-service.js';

/** Asks for a list over a connection of its own. */
export async function openReader({ baseUrl }: TestService, { token }: TestUser, path: string): Promise<Socket> {
  const socket = await open(Number(new URL(baseUrl).port), { tls: false });
  socket.write(
    [
      `GET /api${path} HTTP/1.1`,
      'Host: localhost',
      'X-Forwarded-Proto: https',
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

/** Makes a request and reads all of its answer, but keeps nothing of it. */
export async function download(
  { baseUrl }: TestService,
  { token }: TestUser,
  path: string,
  change?: { readonly method: string; readonly body: string },
): Promise<void> {
  const type = change && { 'Content-Type': 'application/json' };
  const headers = { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}`, ...type };
  const response = await fetch(`${baseUrl}${path}`, { ...change, headers });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.body!.pipeTo(new WritableStream());
}

/** A client that reads no more than the beginning of an answer. */
export interface SlowReader {
  readonly socket: Socket;
  readonly status: number;
}

export async function openSlowReader(service: TestService, user: TestUser, path: string): Promise<SlowReader> {
  const socket = await openReader(service, user, path);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: Number(bytes.toString('latin1', 9, 12)) };
}

export function openSlowReaders(
  service: TestService,
  user: TestUser,
  path: string,
  count: number,
): Promise<SlowReader[]> {
  return Promise.all(Array.from({ length: count }, () => openSlowReader(service, user, path)));
}

/** How many connections of the service are in the middle of a list of tasks. */
export async function listsBeingRead({ database }: TestService): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND query LIKE '%FROM tasks t%'`,
  );
  return row!.count;
}
