import { IntegerParameter } from '../validation/parameters.js';
import { MAX_LIMIT } from './list.js';

/** The parameters every list endpoint takes. Without `page`, `limit` is ignored. */
export class PageQuery {
  /** Which page, from 1; without it the whole list comes as a bare array. */
  @IntegerParameter(1)
  page?: number;

  /** The most items of a page; 50 unless given, ignored without `page`. */
  @IntegerParameter(1, MAX_LIMIT, { onlyWith: ['page'] })
  limit?: number;
}
