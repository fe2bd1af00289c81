import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../common/http/client-address.js';
import type { AnonymousContext } from '../company-scope/request-context.js';

/** The context of a request without credentials, or of one whose credentials are still looked up. */
export function anonymousContext({ id, log, ip, hangUp }: FastifyRequest): AnonymousContext {
  const network = clientNetwork(ip);
  return { traceId: id, log, clientNetwork: network, share: `network:${network}`, signal: hangUp };
}
