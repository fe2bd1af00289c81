import { queryOptions } from '@tanstack/react-query';
import type { WorkResponse } from 'project-management-sdk';
import { client } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshTasks } from '../../lib/tasks.ts';

export type Work = WorkResponse;

/** What agents say has no event: while one works, it is read again as often. */
const LIVE_MS = 5_000;
const QUIET_MS = 60_000;

/** Milliseconds until works are read again. */
export const soonest = (isLive: boolean): number => (isLive ? LIVE_MS : QUIET_MS);

const isLive = ({ lease }: Work): boolean => lease !== null;

/** All works of a task, the newest first. */
export const worksOfTaskQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id, 'works'],
    queryFn: ({ signal }) => client.listWorkOfTask({ path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => soonest(data?.some(isLive) ?? false),
  });

/** A work with what its agent has said. */
export const workQuery = (taskId: string, id: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'works', id],
    queryFn: ({ signal }) => client.getWork({ path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => soonest(data !== undefined && isLive(data)),
  });

/** After a person's word: the task and its work, wherever they are shown. */
export async function refreshWork(): Promise<void> {
  await Promise.all([refreshTasks(), queryClient.invalidateQueries({ queryKey: ['works'] })]);
}
