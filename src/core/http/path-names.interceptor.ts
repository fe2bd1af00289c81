import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { BASE_PATH } from '#common/http/base-path.js';
import { PathNames } from './path-names.js';

/** Replaces a name in a path by the id. An unknown name stays, and the service answers 404 for it. */
@Injectable()
export class PathNamesInterceptor implements NestInterceptor {
  constructor(private readonly names: PathNames) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { params, routeOptions, context: caller } = context.switchToHttp().getRequest<FastifyRequest>();
    const resource = /^\/([^/]+)\/:id(?:\/|$)/.exec(routeOptions.url?.slice(BASE_PATH.length + 1) ?? '')?.[1];
    if (caller && resource !== undefined) {
      const path = params as { id: string };
      path.id = (await this.names.findId(caller, resource, path.id)) ?? path.id;
    }
    return next.handle();
  }
}
