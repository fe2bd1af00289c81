import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

export const keysQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['api-keys', all],
    queryFn: ({ signal }) => client.listApiKeys({ query: all ? { all } : {}, signal }),
    ...UNEVENTFUL,
  });

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-keys', id, 'usage'],
    queryFn: ({ signal }) => client.getApiKeyUsage({ path: { id }, signal }),
    ...UNEVENTFUL,
  });
