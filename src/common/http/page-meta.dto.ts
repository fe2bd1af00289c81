import { ApiProperty } from '@nestjs/swagger';
import { Moment, WholeNumber } from './response.decorators.js';
import { DEFAULT_LIMIT, MAX_LIMIT } from './list.js';

class PaginationMeta {
  /** Which page, from 1. */
  @WholeNumber({ minimum: 1 })
  page: number;

  /** The most items of a page. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })
  limit: number;

  /** How many items there are on all pages. */
  @WholeNumber({ minimum: 0 })
  total: number;

  /** 0 when there is nothing. */
  @WholeNumber({ minimum: 0 })
  totalPages: number;
}

/** `meta` of the page envelope. */
export class PageMeta {
  /** Where the page stands in the list. */
  pagination: PaginationMeta;

  /** When the answer was made. */
  @Moment()
  timestamp: string;
}

/** `meta` of a page by cursor. */
export class CursorMeta {
  /** What to ask for next; null at the end. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;

  /** When the answer was made. */
  @Moment()
  timestamp: string;
}
