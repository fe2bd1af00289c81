import { CURSOR_LISTS } from './generated/operations.gen.js';
import type { ItemOf, ListId, OperationId, RequestOptions } from './operations.js';

/** The options of `listAll`. It sets `page` and `cursor` itself. */
export type ListAllOptions<Id extends ListId> = Pick<RequestOptions<Id>, 'path' | 'query' | 'signal'>;

type Query = Readonly<Record<string, unknown>>;
type CallOperation = (
  id: OperationId,
  options: { path?: Query; query?: Query; signal?: AbortSignal },
) => Promise<unknown>;

interface PageAnswer {
  data: unknown[];
  meta: { pagination?: { page: number; totalPages: number }; next?: string | null };
}

const LARGEST_PAGE = 200;

/**
 * Every item of a list, read page by page. Pages by cursor repeat and miss nothing. Lists without cursors are read by page
 * number, which can repeat or miss items while others are created or deleted.
 */
export async function* listAll<Id extends ListId>(
  call: CallOperation,
  id: Id,
  { path, query, signal }: ListAllOptions<Id> = {},
): AsyncGenerator<ItemOf<Id>> {
  let place: Query | undefined = firstPlace(id);
  while (place) {
    const page = (await call(id, { path, query: { limit: LARGEST_PAGE, ...query, ...place }, signal })) as PageAnswer;
    yield* page.data as ItemOf<Id>[];
    place = nextPlace(page);
  }
}

function firstPlace(id: OperationId): Query {
  return CURSOR_LISTS.includes(id) ? { cursor: '' } : { page: 1 };
}

function nextPlace({ meta: { pagination, next } }: PageAnswer): Query | undefined {
  if (pagination) return pagination.page < pagination.totalPages ? { page: pagination.page + 1 } : undefined;
  return typeof next === 'string' ? { cursor: next } : undefined;
}
