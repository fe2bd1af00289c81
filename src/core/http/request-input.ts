import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseEntityTags } from '#common/http/entity-tag.js';
import { EntityTags } from './entity-tags.js';
import { PathNames } from './path-names.js';
import { TagPrecondition } from './precondition.js';
import { ReadBackFields } from './read-back-fields.js';
import { ifMatchOf } from './request-headers.js';
import { UndeclaredInput } from './undeclared-input.js';

/** The input of a request, besides what the validation pipe looks at. */
@Injectable()
export class RequestInput {
  constructor(
    private readonly names: PathNames,
    private readonly readBack: ReadBackFields,
    private readonly undeclared: UndeclaredInput,
    private readonly tags: EntityTags,
  ) {}

  /**
   * Replaces a name in the path by the id, takes read-only fields from the body, refuses a body or query that the route does
   * not take, and passes If-Match to the code that locks the resource.
   *
   * @throws ValidationError, NotFoundError
   */
  async prepare(context: ExecutionContext): Promise<void> {
    await this.names.replace(context);
    await this.readBack.take(context);
    this.undeclared.refuse(context);
    this.passIfMatch(context);
  }

  private passIfMatch(context: ExecutionContext): void {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = request.context;
    const header = ifMatchOf(request);
    if (header === undefined || !caller || caller.scim) return;
    const tags = parseEntityTags(header);
    if (tags === undefined || tags === '*') return;
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
