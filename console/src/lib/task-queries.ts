import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';
import type { Task, TaskDetail } from './model.ts';
import { findShownTask, INCLUDED, queryOf, type TaskFilters, type TaskQuery } from './tasks.ts';

/** Every task of a project, or of all, in its order: what boards and plans are made of. */
export const projectTasksQuery = (
  projectId: string | undefined,
  filters: TaskFilters = {},
  include: TaskQuery['include'] = INCLUDED,
) =>
  queryOptions({
    queryKey: ['tasks', 'project', projectId, queryOf(filters), include],
    queryFn: ({ signal }): Promise<Task[]> => {
      const query: TaskQuery = {
        ...(projectId && { projectId: [projectId] }),
        include,
        sortBy: 'rank',
        sortOrder: 'asc',
        ...queryOf(filters),
      };
      return client.listTasks({ query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** A task by its id or its tid. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id.toUpperCase()],
    queryFn: async ({ signal }): Promise<TaskDetail> =>
      client.getTask({ path: { id: await idOf(id, signal) }, signal }),
  });

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tags of tasks are kept by their ids: so a tid is looked up first, most often in what is shown already. */
async function idOf(id: string, signal: AbortSignal): Promise<string> {
  if (UUID.test(id)) return id;
  const tid = id.toUpperCase();
  const shown = findShownTask((task) => task.tid === tid);
  if (shown) return shown.id;
  const [found] = await client.listTasks({ query: { tid: [tid], fields: ['id'] }, signal });
  return found?.id ?? id;
}
