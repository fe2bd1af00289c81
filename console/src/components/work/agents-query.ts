import { queryOptions } from '@tanstack/react-query';
import type { VirtualColleagueResponse } from 'project-management-sdk';
import { bare, client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import { isAgentRole } from './agent-role.ts';

/** The colleagues that may take tasks. */
export const agentsQuery = queryOptions({
  queryKey: ['colleagues', 'agents'],
  queryFn: async ({ signal }) => {
    const colleagues = await bare<VirtualColleagueResponse>(client.listColleagues({ signal }));
    return colleagues.filter(({ role }) => isAgentRole(role));
  },
  ...UNEVENTFUL,
});
