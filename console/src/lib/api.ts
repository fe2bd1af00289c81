import { ApiError, createClient } from 'project-management-sdk';
import { setConnected } from './connection.ts';
import { texts } from './texts.ts';
import { showToast } from './toasts.ts';

/** The entity tags of resources as they were last read or written here, by their path below /api. */
const tags = new Map<string, string>();
const lost = new Set<() => void>();

const stop = new AbortController();
/** Grows with each sign-in: what was asked before it says nothing of the session that has begun. */
let signIns = 0;
const NEVER = new Promise<never>(() => {});

/** Ends what is being asked, and asks nothing more but the end of the session: the others would only be refused. */
export const stopRequests = (): void => stop.abort();

/** Deletions that are sent while a page closes have to outlive it. */
async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const keepalive = init.method === 'DELETE';
  const asked = signIns;
  const signals = [...(keepalive ? [] : [stop.signal]), ...(init.signal ? [init.signal] : [])];
  const response = await fetch(input, { ...init, keepalive, signal: AbortSignal.any(signals) }).catch(
    (error: unknown) => {
      if (stop.signal.aborted && !keepalive) return NEVER;
      if (!init.signal?.aborted) setConnected(false);
      throw error;
    },
  );
  setConnected(true);
  if (response.status === 429) sayWhen(response);
  const path = new URL(input instanceof Request ? input.url : input, location.origin).pathname;
  const tag = response.headers.get('etag');
  if (tag !== null) tags.set(path, tag);
  if (response.ok && init.method === 'POST' && path.startsWith('/api/session')) signIns++;
  if (response.status === 401 && !path.endsWith('/session') && asked === signIns) tellLost();
  return response;
}

let waitsUntil = 0;

/** The SDK waits and sends it again: the reader is told for how long, once for all that wait. */
function sayWhen({ headers }: Response): void {
  const seconds = Number(headers.get('retry-after') ?? 1);
  if (Date.now() < waitsUntil) return;
  waitsUntil = Date.now() + seconds * 1_000;
  showToast(texts.common.tooMany(seconds), { tone: 'danger' });
}

/** The one way to the service: its SDK. The session is a cookie that no script sees. */
export const client = createClient({ baseUrl: '/api', fetch: send, maxRetries: 2 });

/** Tells that the session has ended. */
export function tellLost(): void {
  for (const listener of lost) listener();
}

/** Hears that the session has ended while the console was in use. */
export function onSessionLost(listener: () => void): () => void {
  lost.add(listener);
  return () => lost.delete(listener);
}

/** The header that lets a write pass only while the resource is as it was read here. */
export function ifUnchanged(path: string): Record<string, string> {
  const tag = tags.get(`/api${path}`);
  return tag === undefined ? {} : { 'If-Match': tag };
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The service's own words, also those of fields that have no place of their own; of a service that did not answer, ours. */
export function messageOf(error: unknown): string {
  if (!isApiError(error)) return texts.failure.title;
  if (error.status === 0) return texts.common.tooMuch;
  return [error.message, ...Object.values(error.details ?? {})].join(': ');
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  isApiError(error) && statuses.includes(error.status);

/** What stands on a page of a list. */
export const itemsOf = <Item>(page: Promise<{ data: Item[] }>): Promise<Item[]> => page.then(({ data }) => data);
