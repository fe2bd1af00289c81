import { isDeepStrictEqual } from 'node:util';
import { type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { READ_BACK } from './read-back.js';

type Json = Record<string, unknown>;
type Fields = Readonly<Record<string, 'same' | 'any'>>;

/** The controller of a resource with a GET of one. */
interface Shows {
  findOne(context: RequestContext, id: string): Promise<object>;
}

/** What the body of a PUT may repeat of its GET, though nobody can set it. */
@Injectable()
export class ReadBackFields {
  constructor(private readonly modules: ModuleRef) {}

  /** Takes them from the body. @throws ValidationError when one has another value */
  async take(context: ExecutionContext): Promise<void> {
    const fields = Reflect.getMetadata(READ_BACK, context.getHandler()) as Fields | undefined;
    if (!fields) return;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const sent = namesOf(request.body).filter((name) => Object.hasOwn(fields, name));
    if (sent.length > 0) await this.takeSent(context.getClass(), request, { fields, sent });
  }

  private async takeSent(
    controller: Type,
    request: FastifyRequest,
    { fields, sent }: { readonly fields: Fields; readonly sent: readonly string[] },
  ): Promise<void> {
    const body = request.body as Json;
    const { id } = request.params as { id: string };
    const shows = this.modules.get<Shows>(controller, { strict: false });
    const shown = (await shows.findOne(request.context as RequestContext, id)) as Json;
    const changed = sent.filter(
      (name) => fields[name] === 'same' && !isDeepStrictEqual(body[name], asJson(shown[name])),
    );
    if (changed.length > 0) {
      throw new ValidationError(Object.fromEntries(changed.map((name) => [name, 'Cannot be changed'])));
    }
    request.body = Object.fromEntries(Object.entries(body).filter(([name]) => !sent.includes(name)));
  }
}

function namesOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}

/** As a client has read it. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
