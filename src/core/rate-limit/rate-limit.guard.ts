import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import type { Principal } from '../access/principal.js';
import { Counting, COUNTING } from './rate-limit.decorators.js';
import { anonymousClient, tierOf } from './rate-limit.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * Counts the request for the user or key of its credentials, or else for its client address, and refuses it past the
 * limit. Stands in for the guard of @nestjs/throttler, which counts by handler and knows neither tiers nor our headers.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const counting = this.reflector.getAllAndOverride<Counting | undefined>(COUNTING, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (counting === 'exempt') return true;
    const http = context.switchToHttp();
    const { method: asked, principal, ip } = http.getRequest<FastifyRequest>();
    const method = counting === 'read' ? 'GET' : asked;
    const tier = tierOf({ method, apiKey: isKeyed(principal), authRoute: counting === 'auth' });
    const counted = await this.limiter.count(tier, clientOf(tier === 'auth' ? null : principal, ip));
    const reply = http.getResponse<FastifyReply>();
    for (const name in counted.headers) reply.raw.setHeader(name, counted.headers[name] as string);
    if (counted.retryAfter !== undefined) throw new RateLimitExceededError(counted.retryAfter);
    return true;
  }
}

/** A directory's token is counted as keys are, for its company. */
function isKeyed(principal: Principal | null | undefined): boolean {
  return principal?.apiKeyId !== undefined || principal?.scim === true;
}

function clientOf(principal: Principal | null | undefined, address: string): string {
  if (!principal) return anonymousClient(address);
  if (principal.scim) return `scim:${principal.companyId}`;
  return principal.apiKeyId === undefined ? `user:${principal.userId}` : `key:${principal.apiKeyId}`;
}
