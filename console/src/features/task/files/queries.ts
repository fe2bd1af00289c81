import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

/** Milliseconds between two looks at what is being scanned: its end can be without an event. */
const SCAN_LOOK = 3_000;

/** Those that are there, and the reader's own that are not yet. */
export const filesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['task', taskId, 'files'],
    queryFn: async ({ signal }) => {
      const all = await client.listAttachments({ path: { id: taskId }, signal });
      return all.filter(({ state }) => state !== 'waiting');
    },
    refetchInterval: ({ state: { data = [] } }) => data.some(({ state }) => state === 'scanning') && SCAN_LOOK,
  });
