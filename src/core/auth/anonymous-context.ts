import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../common/http/client-address.js';
import type { Client } from '../audit/audit-entry.js';
import type { AnonymousContext } from '../company-scope/request-context.js';

const LONGEST_USER_AGENT = 500;

/** The context of a request without credentials, or of one whose credentials are still looked up. */
export function anonymousContext(request: FastifyRequest): AnonymousContext {
  const { id, log, ip, hangUp } = request;
  const network = clientNetwork(ip);
  const share = `network:${network}`;
  return { traceId: id, log, clientNetwork: network, client: clientOf(request), share, signal: hangUp };
}

/** Where a request comes from, as the audit log says it. */
export function clientOf({ ip, headers }: FastifyRequest): Client {
  return { ip, userAgent: headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null };
}
