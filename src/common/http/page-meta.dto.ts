import { ApiProperty } from '@nestjs/swagger';
import { Moment, WholeNumber } from './response.decorators.js';
import { DEFAULT_LIMIT, MAX_LIMIT } from './list.js';

class PaginationMeta {
  @WholeNumber({ minimum: 1 })
  page: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  limit: number;

  @WholeNumber({ minimum: 0 })
  total: number;

  /** 0 when there is nothing. */
  @WholeNumber({ minimum: 0 })
  totalPages: number;
}

/** `meta` of the page envelope (service.md "Pagination"). */
export class PageMeta {
  pagination: PaginationMeta;

  @Moment()
  timestamp: string;
}
