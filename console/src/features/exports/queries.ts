import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

const POLL_MS = 1_000;

export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => client.listExports({ signal }),
  ...UNEVENTFUL,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'running') ? POLL_MS : UNEVENTFUL.refetchInterval,
});
