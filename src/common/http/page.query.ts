import { IntegerParameter } from '../validation/query.decorators.js';
import { MAX_LIMIT } from './list.js';

/** The parameters every list endpoint takes (decisions 1.9). Without `page`, `limit` is ignored. */
export class PageQuery {
  @IntegerParameter(1)
  page?: number;

  @IntegerParameter(1, MAX_LIMIT, { onlyWith: 'page' })
  limit?: number;
}
