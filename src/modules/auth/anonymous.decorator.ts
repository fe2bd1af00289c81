import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AnonymousContext } from '../../core/company-scope/request-context.js';

/** The `AnonymousContext` of a public route. */
export const Anonymous = createParamDecorator((_: unknown, context: ExecutionContext): AnonymousContext => {
  const { id, log } = context.switchToHttp().getRequest<FastifyRequest>();
  return { traceId: id, log };
});
