import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../company-scope/request-context.js';

/** The request's `RequestContext`. Routes that are public have none. */
export const Context = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().context,
);
