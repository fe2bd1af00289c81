import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import type { Principal } from '../access/principal.js';
import {
  anonymousClient,
  type RateLimitRecord,
  rateLimitHeaders,
  retryAfter,
  type Tier,
  tierOf,
} from './rate-limit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request counts as. */
    tier?: Tier;
  }
}

/**
 * Counts the request in its tier, for the user or key of its credentials or else for its client address, and refuses it
 * past the limit.
 *
 * @throws RateLimitExceededError
 */
@Injectable()
export class TierGuard extends ThrottlerGuard {
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(requestOf(context).routeOptions.config.counting === 'itself');
  }

  protected override getTracker(request: Record<string, unknown>): Promise<string> {
    const { principal, ip, tier } = request as unknown as FastifyRequest;
    return Promise.resolve(clientOf(tier === 'auth' ? null : principal, ip));
  }

  protected override generateKey(context: ExecutionContext, client: string): string {
    return `${tierOfRequest(context)}:${client}`;
  }

  protected override async handleRequest(counted: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, getTracker, generateKey } = counted;
    const { name = '' } = counted.throttler;
    const http = context.switchToHttp();
    const client = await getTracker(http.getRequest(), context);
    const key = generateKey(context, client, name);
    const record = (await this.storageService.increment(key, ttl, limit, ttl, name)) as RateLimitRecord;
    const headers = rateLimitHeaders(record, limit, tierOfRequest(context));
    const { raw: response } = http.getResponse<FastifyReply>();
    for (const name in headers) response.setHeader(name, headers[name] as string);
    if (record.isBlocked) throw new RateLimitExceededError(retryAfter(record));
    return true;
  }
}

/** The one tier that a request counts in. */
export function tierOfRequest(context: ExecutionContext): Tier {
  const request = requestOf(context);
  return (request.tier ??= findTier(request));
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}

function findTier({ method, principal, routeOptions }: FastifyRequest): Tier {
  const { counting } = routeOptions.config;
  return tierOf({
    method: counting === 'read' ? 'GET' : method,
    apiKey: isKeyed(principal),
    authRoute: counting === 'auth',
  });
}

/** A directory's token is counted as keys are, for its company, and a program's for its grant. */
function isKeyed(principal: Principal | null | undefined): boolean {
  return principal?.apiKeyId !== undefined || principal?.scim === true || principal?.grant !== undefined;
}

function clientOf(principal: Principal | null | undefined, address: string): string {
  if (!principal) return anonymousClient(address);
  if (principal.grant) return `grant:${principal.grant.id}`;
  if (principal.scim) return `scim:${principal.companyId}`;
  return principal.apiKeyId === undefined ? `user:${principal.userId}` : `key:${principal.apiKeyId}`;
}
