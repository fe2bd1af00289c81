import { Injectable } from '@nestjs/common';
import type { AppError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';

/** Finds the id of a resource by its tid or key; undefined when nothing has that name. */
type FindId = (context: RequestContext, name: string) => Promise<string | undefined>;

/** The 404 for the ids of things that are there, but out of the caller's reach; undefined when there is no such one. */
type FindHidden = (context: RequestContext, ids: readonly string[]) => Promise<AppError | undefined>;

interface PathName {
  /** What such names look like; no id does. */
  readonly pattern: RegExp;
  readonly findId: FindId;
}

/**
 * What requests name: which resources can be named in a path by more than their id, as `/tasks/WEB-12` and all below it, and which things may be out of reach.
 */
@Injectable()
export class PathNames {
  private readonly names = new Map<string, PathName>();
  private readonly hiding: FindHidden[] = [];

  /** `resource` is the first part of the paths, such as `tasks`. */
  add(resource: string, name: PathName): void {
    this.names.set(resource, name);
  }

  /** `findHidden` knows who reaches the things of one kind. */
  addReach(findHidden: FindHidden): void {
    this.hiding.push(findHidden);
  }

  /** The 404 for ids that a request names, when one of them is of a thing that is there and out of the caller's reach. */
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<AppError | undefined> {
    for (const find of ids.length > 0 ? this.hiding : []) {
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
}
