import { CursorParameter, IntegerParameter } from '../validation/query.decorators.js';
import { MAX_LIMIT } from './list.js';
import { PageQuery } from './page.query.js';

/** The parameters of a list that also has pages by cursor (extensions 4.3). */
export abstract class CursorQuery extends PageQuery {
  /** Instead of `page`: empty for the first page, then the `next` of the page before. */
  @CursorParameter()
  cursor?: string;

  @IntegerParameter(1, MAX_LIMIT, { onlyWith: ['page', 'cursor'] })
  override limit?: number;
}
