import { queryOptions } from '@tanstack/react-query';
import { bare, client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

const POLL_MS = 1_000;

export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => bare(client.listExports({ signal })),
  ...UNEVENTFUL,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'running') ? POLL_MS : UNEVENTFUL.refetchInterval,
});
