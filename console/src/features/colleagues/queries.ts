import { queryOptions } from '@tanstack/react-query';
import type { ColleagueActivityResponse, ColleagueRunResponse, VirtualColleagueResponse } from 'project-management-sdk';
import { bare, client } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => bare<VirtualColleagueResponse>(client.listColleagues({ signal })),
  ...UNEVENTFUL,
});

export const presetsQuery = queryOptions({
  queryKey: ['colleague-presets'],
  queryFn: ({ signal }) => client.listColleaguePresets({ signal }),
  staleTime: Infinity,
});

export const colleagueQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id],
    queryFn: ({ signal }) => client.getColleague({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

const MOST_RUNS = 20;
const MOST_ACTIONS = 200;

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id, 'runs'],
    queryFn: ({ signal }) =>
      bare<ColleagueRunResponse>(
        client.listColleagueRuns({ path: { id }, query: { page: 1, limit: MOST_RUNS }, signal }),
      ),
    ...UNEVENTFUL,
  });

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id, 'activity'],
    queryFn: ({ signal }) =>
      bare<ColleagueActivityResponse>(
        client.listColleagueActivity({ path: { id }, query: { page: 1, limit: MOST_ACTIONS }, signal }),
      ),
    ...UNEVENTFUL,
  });

export const refreshColleagues = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: colleaguesQuery.queryKey });
