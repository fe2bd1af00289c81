import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => client.getCompany({ signal }),
  ...UNEVENTFUL,
});
