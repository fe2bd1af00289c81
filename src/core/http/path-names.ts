import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../company-scope/request-context.js';

/** Finds the id of a resource by its tid or key; undefined when nothing has that name. */
type FindId = (context: RequestContext, name: string) => Promise<string | undefined>;

interface PathName {
  /** What such names look like; no id does. */
  readonly pattern: RegExp;
  readonly findId: FindId;
}

/** Which resources can be named in a path by more than their id: `/tasks/WEB-12` and all below it (extensions 4.1). */
@Injectable()
export class PathNames {
  private readonly names = new Map<string, PathName>();

  /** `resource` is the first part of the paths, such as `tasks`. */
  add(resource: string, name: PathName): void {
    this.names.set(resource, name);
  }

  /** The id that is meant, or undefined when `text` is no such name or nothing has it. */
  async findId(context: RequestContext, resource: string, text: string): Promise<string | undefined> {
    const name = this.names.get(resource);
    return name?.pattern.test(text) ? name.findId(context, text) : undefined;
  }
}
