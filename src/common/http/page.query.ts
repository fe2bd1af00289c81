import { ValidateIf } from 'class-validator';
import { IntegerParameter } from '../validation/query.decorators.js';

/** The parameters every list endpoint takes (decisions 1.9). Without `page`, `limit` is ignored. */
export class PageQuery {
  @IntegerParameter(1)
  page?: number;

  @ValidateIf(({ page }: PageQuery) => page !== undefined)
  @IntegerParameter(1, 200)
  limit?: number;
}
