import { queryOptions } from '@tanstack/react-query';
import type { ViewResponse } from 'project-management-sdk';
import { client } from '../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../lib/query-client.ts';

export type View = ViewResponse;

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => client.listViews({ signal }),
  ...UNEVENTFUL,
});

export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['views', 'one', id],
    queryFn: ({ signal }) => client.getView({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

/** In the reader's own order. */
export const favoritesQuery = queryOptions({
  queryKey: ['views', 'favorites'],
  queryFn: async ({ signal }) => {
    const views = await client.listViews({ query: { favorite: true }, signal });
    return views.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  },
  ...UNEVENTFUL,
});

export const refreshViews = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'views' || kind === 'tasks' });

export async function setFavorite({ id, favorite }: View): Promise<void> {
  if (favorite) await client.removeFavoriteView({ path: { id } });
  else await client.placeFavoriteView({ path: { id }, body: {} });
  await refreshViews();
}
