import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { ValidationError } from '#common/errors/app-error.js';

interface DeclaredInput {
  body: boolean;
  query: boolean;
}

/** A body or query that the route declares no DTO for. */
@Injectable()
export class UndeclaredInput {
  private readonly declared = new WeakMap<object, DeclaredInput>();

  /**
   * The validation pipe refuses the rest, but Nest runs a pipe only for the parameters that a handler has.
   *
   * @throws ValidationError
   */
  refuse(context: ExecutionContext): void {
    const { body, query } = context.switchToHttp().getRequest<FastifyRequest>();
    const declared = this.declaredBy(context);
    if (!declared.query) refuse(query, 'Unknown parameter');
    if (!declared.body) refuse(body, 'Unknown field');
  }

  private declaredBy(context: ExecutionContext): DeclaredInput {
    const handler = context.getHandler();
    let declared = this.declared.get(handler);
    if (!declared) {
      const parameters = Object.keys(
        (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object,
      );
      const has = (type: RouteParamtypes) => parameters.some((key) => key.startsWith(`${type}:`));
      declared = { body: has(RouteParamtypes.BODY), query: has(RouteParamtypes.QUERY) };
      this.declared.set(handler, declared);
    }
    return declared;
  }
}

function refuse(input: unknown, message: string): void {
  if (typeof input !== 'object' || input === null) return;
  const names = Object.keys(input);
  if (names.length > 0) throw new ValidationError(Object.fromEntries(names.map((name) => [name, message])));
}
