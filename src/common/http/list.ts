import type { Readable } from 'node:stream';

/** `meta.pagination` of the envelope. */
export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** One page of a list, asked for with `page`. */
export class Page<Item> {
  constructor(
    readonly items: Item[],
    readonly pagination: Pagination,
  ) {}
}

/** A whole list, asked for without `page`: the JSON text of its array, made while it is read. */
export class BareList {
  constructor(readonly json: Readable) {}
}

/** What a service answers to a list endpoint. */
export type List<Item> = Page<Item> | BareList;

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Pagination of `total` items; no items make no page. */
export function pagination(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}
