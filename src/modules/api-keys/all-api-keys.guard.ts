import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InsufficientPermissionsError } from '#common/errors/app-error.js';
import { hasPermission } from '#core/access/permissions.js';

/** Refuses `?all=true` to those who see their own keys only. A guard, because it comes before validation. */
@Injectable()
export class AllApiKeysGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, principal } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Querystring: { all?: unknown } }>>();
    if (query.all !== 'true' || (principal && hasPermission(principal.role, 'api-keys:administer'))) return true;
    throw new InsufficientPermissionsError();
  }
}
