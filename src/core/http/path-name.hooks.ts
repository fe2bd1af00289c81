import type { AppError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { defineHook } from '../hooks/hook.js';

/** How things of a resource can be named in a path besides by their id, as in `/tasks/WEB-12` and all below it. */
export interface PathName {
  /** The first part of the paths, such as `tasks`. */
  readonly resource: string;
  /** What such names look like; no id does. */
  readonly pattern: RegExp;
  /** The id; undefined when nothing has that name. */
  readonly findId: (context: RequestContext, name: string) => Promise<string | undefined>;
}

/** At the start: the name that a resource has in paths. */
export const DeclaresPathName = defineHook<() => PathName>('name in paths');

/**
 * Before a stored answer is sent again, outside of transactions: gives a 404 when the request names the id of a thing
 * that exists and that the caller does not reach. The first 404 is the answer.
 */
export const FindsHidden =
  defineHook<(context: RequestContext, ids: readonly string[]) => Promise<AppError | undefined>>('ids out of reach');
