import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import { isAgentRole } from './agent-role.ts';

/** The colleagues that may take tasks. */
export const agentsQuery = queryOptions({
  queryKey: ['colleagues', 'agents'],
  queryFn: async ({ signal }) => {
    const colleagues = await client.listColleagues({ signal });
    return colleagues.filter(({ role }) => isAgentRole(role));
  },
  ...UNEVENTFUL,
});
