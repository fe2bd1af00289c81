import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AppError } from '#common/errors/app-error.js';
import { BASE_PATH } from '#common/http/base-path.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { Hooks } from '../hooks/hooks.js';
import { DeclaresPathName, FindsHidden, type PathName } from './path-name.hooks.js';

/** What requests name: which resources can be named in a path by more than their id, and which things may be out of reach. */
@Injectable()
export class PathNames {
  @Inject() private readonly hooks: Hooks;
  private made?: ReadonlyMap<string, PathName>;

  /** Replaces the name in the path of a request by the id. An unknown name stays, and the service answers 404 for it. */
  async replace(context: ExecutionContext): Promise<void> {
    const { params, routeOptions, context: caller } = context.switchToHttp().getRequest<FastifyRequest>();
    const resource = /^\/([^/]+)\/:id(?:\/|$)/.exec(routeOptions.url?.slice(BASE_PATH.length + 1) ?? '')?.[1];
    if (!caller || resource === undefined) return;
    const path = params as { id: string };
    path.id = (await this.findId(caller, resource, path.id)) ?? path.id;
  }

  /** The 404 when a request names the id of a thing that exists and that the caller does not reach. */
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<AppError | undefined> {
    for (const find of ids.length > 0 ? this.hooks.listeners(FindsHidden) : []) {
      const hidden = await find(context, ids);
      if (hidden) return hidden;
    }
    return undefined;
  }

  /** The id that is meant, or undefined when `text` is no such name or nothing has it. */
  async findId(context: RequestContext, resource: string, text: string): Promise<string | undefined> {
    const name = this.names.get(resource);
    return name?.pattern.test(text) ? name.findId(context, text) : undefined;
  }

  private get names(): ReadonlyMap<string, PathName> {
    this.made ??= new Map(this.hooks.declarations(DeclaresPathName).map((name) => [name.resource, name]));
    return this.made;
  }
}
