import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { parseEntityTags } from '#common/http/entity-tag.js';
import { EntityTags } from './entity-tags.js';
import { TagPrecondition } from './precondition.js';
import { ifMatchOf } from './request-headers.js';

/** Sends the ETag of a resource, and passes If-Match to the code that locks the resource. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly tags: EntityTags) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.takeAlong(context, http.getRequest<FastifyRequest>());
    return next.handle().pipe(
      map((answer: unknown) => {
        const tag = this.tags.tagOf(context, answer);
        if (tag !== undefined) void http.getResponse<FastifyReply>().header('ETag', tag);
        return answer;
      }),
    );
  }

  private takeAlong(context: ExecutionContext, request: FastifyRequest): void {
    const caller = request.context;
    const tags = parseEntityTags(ifMatchOf(request) ?? '*');
    if (!caller || caller.scim || tags === undefined || tags === '*') return;
    const resourceIds = this.tags.isVersioned(context) ? idsAtPath(request) : [];
    request.context = { ...caller, precondition: new TagPrecondition(tags, resourceIds) };
  }
}

/** The id in the path; without one, the resource is the caller's own user or company. */
function idsAtPath({ params, context }: FastifyRequest): string[] {
  const { id } = params as { id?: string };
  if (id !== undefined) return [id.toLowerCase()];
  return context ? [context.userId, context.companyId] : [];
}
