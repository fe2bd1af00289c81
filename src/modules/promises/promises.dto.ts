import { PageQuery } from '#common/http/page.query.js';
import { Day, Text } from '#common/validation/fields.js';
import { OneOfListParameter, UuidListParameter } from '#common/validation/parameters.js';
import { PROMISE_STATES, type PromiseState } from '#schema/promises.js';

/** Characters of what a person says with a promise. */
export const LONGEST_WORDS = 500;

export class MakePromise {
  /** The last day on which it can be kept, from today to 366 days ahead in the caller's time zone. */
  @Day('required')
  until: string;

  /** What to say with it. */
  @Text('optional', { minimum: 1, maximum: LONGEST_WORDS })
  words?: string;
}

/** Which promises are meant: all of the parameters hold. */
export class PromisesQuery extends PageQuery {
  /** Only those in these states. */
  @OneOfListParameter(PROMISE_STATES)
  state?: PromiseState[];

  /** Only those of these people. */
  @UuidListParameter()
  personId?: string[];

  /** Only those about tasks of these projects. */
  @UuidListParameter()
  projectId?: string[];
}
