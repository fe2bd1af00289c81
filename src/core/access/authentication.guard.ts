import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf } from './access.js';
import { Authentication } from './authentication.js';

/**
 * Resolves the credentials and refuses nothing yet: the request is first counted for their user or key; the
 * access guard then decides (order of checks). In the place of @nestjs/passport's guard, which finds
 * strategies by name and process-wide: two services of one process would share theirs.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: Authentication,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const access = accessOf(this.reflector, context);
    await this.authentication.resolve(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), access);
    return true;
  }
}
