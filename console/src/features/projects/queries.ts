import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { DONE } from '../../lib/model.ts';

/** How many tasks of a project are done: the total of a page of one. */
export const progressQuery = (projectId: string, taskCount: number) =>
  queryOptions({
    queryKey: ['tasks', 'done', projectId],
    queryFn: async ({ signal }) => {
      if (taskCount === 0) return 0;
      const query = { projectId: [projectId], status: [DONE], page: 1, limit: 1 };
      const page = await client.listTasks({ query: { ...query, fields: ['id'] }, signal });
      return page.meta.pagination.total;
    },
    staleTime: 60_000,
  });
