import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Forge, type ForgeEvent, headerOf } from '../forges/forge-event.js';
import { textAt } from '../forges/body.js';

const LONGEST_ID = 200;
const LONGEST_EVENT = 100;
/** Events in one delivery: Bitbucket sends several pushes together. */
const MOST_EVENTS = 50;

/** What a delivery is, and what it tells; `problem` says why nothing. */
export interface ReadDelivery {
  readonly deliveryId: string;
  readonly event: string;
  readonly events: readonly ForgeEvent[];
  readonly problem: string | null;
}

/** Never throws, whatever the body holds. */
export function readDelivery(forge: Forge, headers: IncomingHttpHeaders, bytes: Buffer): ReadDelivery {
  const body = jsonOf(headers, bytes);
  const named = textAt({ name: headerOf(headers, forge.eventHeaders) ?? '' }, 'name');
  const event = (named ?? textAt(body, 'object_kind') ?? 'unknown').slice(0, LONGEST_EVENT);
  const common = { deliveryId: deliveryIdOf(forge, headers, bytes), event };
  if (body === undefined) return { ...common, events: [], problem: 'no JSON' };
  const events = forge.read(event, body).slice(0, MOST_EVENTS);
  return { ...common, events, problem: events.length === 0 ? `no event of ${forge.name} that is read` : null };
}

/** GitHub sends forms, too, with the JSON as their field `payload`. */
function jsonOf(headers: IncomingHttpHeaders, bytes: Buffer): object | undefined {
  if (!isUtf8(bytes)) return undefined;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const text = bytes.toString();
  try {
    const body: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function deliveryIdOf(forge: Forge, headers: IncomingHttpHeaders, bytes: Buffer): string {
  const given = headerOf(headers, forge.deliveryHeaders);
  const isUsable = given !== undefined && given.length <= LONGEST_ID && given.isWellFormed();
  return isUsable ? given : createHash('sha256').update(bytes).digest('hex');
}
