import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

// W3C Trace Context: version (never ff), trace id and parent id (neither all zeros), flags. Only versions after 00 may
// have more behind them.
const TRACEPARENT = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The trace id of a request's W3C `traceparent` header, else a new one: 32 lower-case hex characters. */
export function traceIdOf(request: IncomingMessage): string {
  const { traceparent } = request.headers;
  const received = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return received ?? newTraceId();
}

/** A new random trace id. */
export function newTraceId(): string {
  // Node keeps a stock of random UUIDs, which makes them several times cheaper than `randomBytes`.
  return randomUUID().replaceAll('-', '');
}
