import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../../core/company-scope/request-context.js';

/** A request whose company is not known yet. */
export type AnonymousContext = Pick<RequestContext, 'traceId' | 'log' | 'transaction'>;

/** The `AnonymousContext` of a public route. */
export const Anonymous = createParamDecorator((_: unknown, context: ExecutionContext): AnonymousContext => {
  const { id, log } = context.switchToHttp().getRequest<FastifyRequest>();
  return { traceId: id, log };
});
