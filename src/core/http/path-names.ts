import { Inject, Injectable } from '@nestjs/common';
import type { AppError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { Hooks } from '../hooks/hooks.js';
import { DeclaresPathName, FindsHidden, type PathName } from './path-name.hooks.js';

/** What requests name: which resources can be named in a path by more than their id, and which things may be out of reach. */
@Injectable()
export class PathNames {
  @Inject() private readonly hooks: Hooks;
  private made?: ReadonlyMap<string, PathName>;

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
