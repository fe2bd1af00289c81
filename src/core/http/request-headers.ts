import type { FastifyRequest } from 'fastify';
import { HEEDING_ACTION, parseEntityTags } from '#common/http/entity-tag.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** What is wrong with the headers of a request that make writes safe, in words for the client. */
export function headerProblem(request: FastifyRequest): string | undefined {
  const key = idempotencyKey(request);
  if (key !== undefined && !KEY.test(key)) return 'Idempotency-Key must be 1 to 255 visible ASCII characters';
  const ifMatch = ifMatchOf(request);
  const isMalformed = ifMatch !== undefined && parseEntityTags(ifMatch) === undefined;
  return isMalformed ? 'If-Match must be * or a list of entity tags such as "m1x2y3"' : undefined;
}

/** The Idempotency-Key of a POST. */
export function idempotencyKey({ method, headers }: FastifyRequest): string | undefined {
  return method === 'POST' ? (headers['idempotency-key'] as string | undefined) : undefined;
}

/** The If-Match of a request that heeds it: PUT, DELETE and some actions. */
export function ifMatchOf({ method, headers, routeOptions }: FastifyRequest): string | undefined {
  const isHeeded =
    method === 'PUT' || method === 'DELETE' || (method === 'POST' && HEEDING_ACTION.test(routeOptions.url ?? ''));
  return isHeeded ? headers['if-match'] : undefined;
}
