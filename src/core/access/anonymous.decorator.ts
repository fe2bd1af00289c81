import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { anonymousContext } from './anonymous-context.js';
import type { AnonymousContext } from '../company-scope/request-context.js';

/** The `AnonymousContext` of a public route. */
export const Anonymous = createParamDecorator((_: unknown, context: ExecutionContext): AnonymousContext =>
  anonymousContext(context.switchToHttp().getRequest<FastifyRequest>()),
);
