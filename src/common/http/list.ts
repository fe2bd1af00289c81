import type { Readable } from 'node:stream';
import { JSON_TYPE } from './json-bytes.js';

/** `meta.pagination` of the envelope. */
export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** What the envelope says of a page: which one it is, or by cursor what to ask for next. */
export type PageInfo = { readonly pagination: Pagination } | { readonly next: string | null };

/** A list that is in memory: a page of it, or all of it when it was asked for without one. */
export class ListInMemory<Item> {
  constructor(
    readonly items: Item[],
    readonly page?: PageInfo,
  ) {}
}

/** A list that is too large for memory, or is not JSON: the text of the answer, made while it is read. */
export class StreamedList {
  constructor(
    readonly text: Readable,
    readonly type = JSON_TYPE,
  ) {}
}

/** What a service answers to a list endpoint. */
export type List<Item> = ListInMemory<Item> | StreamedList;

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Pagination of `total` items; no items make no page. */
export function pagination(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}

/** What a list endpoint answers: the bare items, or a page of them in the envelope. */
export function listBody(items: unknown[], page?: PageInfo): unknown {
  if (!page) return items;
  return { success: true, data: items, meta: { ...page, timestamp: new Date().toISOString() } };
}
