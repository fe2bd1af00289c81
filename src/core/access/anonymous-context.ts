import type { FastifyRequest } from 'fastify';
import { clientNetwork, withoutPort } from '#common/http/client-address.js';
import type { AnonymousContext, ClientOrigin } from '../company-scope/request-context.js';

/** Characters of a `User-Agent` that are kept. */
const LONGEST_USER_AGENT = 500;

/** The context of a request without credentials, or of one whose credentials are still looked up. */
export function anonymousContext(request: FastifyRequest): AnonymousContext {
  const { id, log, ip, hangUp } = request;
  const network = clientNetwork(ip);
  return {
    traceId: id,
    log,
    clientNetwork: network,
    share: `network:${network}`,
    signal: hangUp,
    client: clientOrigin(request),
  };
}

/** Where a request comes from. */
export function clientOrigin({ ip, headers }: FastifyRequest): ClientOrigin {
  return { ip: withoutPort(ip), userAgent: headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null };
}
