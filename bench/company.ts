import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { sentences } from './prose.js';
import type { ServerProcess } from './server-process.js';

/** A company that was made over the API, with one project. */
export interface Company {
  id: string;
  projectId: string;
  /** What its requests carry. */
  headers: Record<string, string>;
}

export async function register(server: ServerProcess, name: string): Promise<Company> {
  const email = `${name.replaceAll(' ', '-')}@example.com`;
  const input = { companyName: name, name, email, password: 'correct horse battery' };
  const { token } = await postJson<{ token: string }>(server, '/register', {}, input);
  const headers = { authorization: `Bearer ${token}` };
  const project = await postJson<{ id: string }>(server, '/projects', headers, { name });
  const me = await fetch(`${server.origin}${server.basePath}/me`, { headers: { ...server.headers, ...headers } });
  const { company } = (await me.json()) as { company: { id: string } };
  return { id: company.id, projectId: project.id, headers };
}

/** Adds members to the company, behind the service's back; returns their ids. */
export async function addMembers(client: pg.Client, companyId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await client.query(
    `INSERT INTO users (company_id, id, email, name, role, active, credential_version, created_at, updated_at)
      SELECT $1, id, id || '@example.com', 'Member ' || n, 'MEMBER', true, 1, now(), now()
      FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [companyId, ids],
  );
  return ids;
}

/** The request that makes a task of the company. */
export function creationIn({ projectId, headers }: Company) {
  const [title = '', ...description] = sentences(5);
  const body = JSON.stringify({ title, description: description.join(' '), projectId });
  return {
    method: 'POST' as const,
    path: '/tasks',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  };
}

export async function postJson<Body>(
  server: ServerProcess,
  path: string,
  headers: Record<string, string>,
  input: object,
): Promise<Body> {
  const all = { ...headers, 'content-type': 'application/json' };
  return JSON.parse(await post(server, path, all, JSON.stringify(input))) as Body;
}

async function post(
  server: ServerProcess,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  const response = await fetch(`${server.origin}${server.basePath}${path}`, {
    method: 'POST',
    headers: { ...server.headers, ...headers },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** What is sent to one of several servers. */
export interface Call {
  server: ServerProcess;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Makes tasks at a fixed rate a second, for each of the companies in turn, however long the answers take. Returns how many. */
export function createSteadily(
  makers: readonly { server: ServerProcess; company: Company }[],
  rate: number,
  seconds: number,
): Promise<number> {
  const calls = makers.map(({ server, company }) => ({ server, ...creationIn(company) }));
  return postSteadily(calls, rate, seconds);
}

/** Sends the calls in turn at a fixed rate a second, however long the answers take. Returns how many. */
export async function postSteadily(calls: readonly Call[], rate: number, seconds: number): Promise<number> {
  const requests: Promise<unknown>[] = [];
  const start = performance.now();
  for (let count = 0; count < seconds * rate; count += 1) {
    const wait = start + (count * 1_000) / rate - performance.now();
    if (wait > 1) await delay(wait);
    const { server, path, headers, body } = oneInTurn(calls, count);
    requests.push(seenLater(post(server, path, headers, body)));
  }
  await Promise.all(requests);
  return requests.length;
}

/** Milliseconds of a company's requests, one after the other, until `work` is done. */
export async function timesOfOther(
  server: ServerProcess,
  { headers }: Company,
  work: () => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    const start = performance.now();
    const all = { headers: { ...server.headers, ...headers } };
    await (await fetch(`${server.origin}${server.basePath}/tasks?page=1`, all)).text();
    times.push(performance.now() - start);
  }
  await done;
  return times;
}

/** A promise that nobody awaits yet: its failure does not end the process. */
export function seenLater<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

export function oneInTurn<Item>(items: readonly Item[], turn: number): Item {
  return items[turn % items.length] as Item;
}
