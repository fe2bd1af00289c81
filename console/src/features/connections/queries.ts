import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

/** What the reader has let in. */
export const grantsQuery = queryOptions({
  queryKey: ['grants', 'own'],
  queryFn: ({ signal }) => client.listMyGrants({ signal }),
  ...UNEVENTFUL,
});

/** What people of the company have let in. */
export const allGrantsQuery = queryOptions({
  queryKey: ['grants', 'all'],
  queryFn: ({ signal }) => client.listGrants({ signal }),
  ...UNEVENTFUL,
});

/** What the app asks for that has opened the page with this query. It is asked once. */
export const requestQuery = (search: string) =>
  queryOptions({
    queryKey: ['authorization-request', search],
    queryFn: ({ signal }) =>
      client.getAuthorizationRequest({ query: Object.fromEntries(new URLSearchParams(search)), signal }),
    retry: false,
    staleTime: Infinity,
    ...UNEVENTFUL,
  });
