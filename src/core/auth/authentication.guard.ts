import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { accessOf } from './access.js';

/**
 * Resolves the credentials and refuses nothing yet: the request is counted first, for whoever they belong to; the
 * access guard then decides (order of checks, decisions 4).
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super({ property: 'principal' });
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers.authorization === undefined || accessOf(this.reflector, context)?.kind === 'public') return true;
    return super.canActivate(context) as Promise<boolean>;
  }

  override handleRequest<Principal>(
    error: unknown,
    principal: Principal | false,
    _info: unknown,
    context: ExecutionContext,
  ): Principal | null {
    if (error) context.switchToHttp().getRequest<FastifyRequest>().authenticationError = error;
    return principal || null;
  }
}
