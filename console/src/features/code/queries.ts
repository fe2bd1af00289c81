import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

/** What forges send has no event. */
const ASK_MS = 5_000;

export const connectionsQuery = queryOptions({
  queryKey: ['code-connections'],
  queryFn: ({ signal }) => client.listCodeConnections({ signal }),
  ...UNEVENTFUL,
  refetchInterval: ASK_MS,
});

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['code-connections', id, 'deliveries'],
    queryFn: ({ signal }) => client.listCodeDeliveries({ path: { id }, signal }),
    ...UNEVENTFUL,
    refetchInterval: ASK_MS,
  });
