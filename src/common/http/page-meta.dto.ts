import { ApiProperty } from '@nestjs/swagger';
import { DEFAULT_LIMIT, MAX_LIMIT } from './list.js';

class PaginationMeta {
  @ApiProperty({ type: 'integer', minimum: 1 })
  page: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  limit: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;

  /** 0 when there is nothing. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  totalPages: number;
}

/** `meta` of the page envelope (service.md "Pagination"). */
export class PageMeta {
  pagination: PaginationMeta;

  @ApiProperty({ type: String, format: 'date-time' })
  timestamp: string;
}
