import { useQueries } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { queryOf, type TaskFilters } from '../../lib/tasks.ts';

const SIZE = 100;
const SETTLED_MS = 30_000;

export interface Sort {
  sortBy: string;
  sortOrder: string;
}

/** The pages in view; those that are scrolled past before they come are cancelled by their going out of use. */
export function usePages(projectId: string, filters: TaskFilters, sort: Sort, range: { from: number; to: number }) {
  const first = Math.floor(range.from / SIZE);
  const last = Math.floor(range.to / SIZE);
  const numbers = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)])];
  const results = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['tasks', 'list', projectId, queryOf(filters), sort, number],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = {
          projectId: [projectId],
          include: ['assignee'],
          ...sort,
          ...queryOf(filters),
          page: number + 1,
          limit: SIZE,
        };
        return await client.listTasks({ query: query as never, signal });
      },
      staleTime: SETTLED_MS,
    })),
  });
  const pages = new Map(numbers.map((number, index) => [number, results[index]?.data]));
  const [head] = results;
  return {
    total: head?.data?.meta.pagination.total,
    error: head?.error ?? null,
    retry: () => void head?.refetch(),
    taskAt: (index: number): Task | undefined => pages.get(Math.floor(index / SIZE))?.data[index % SIZE],
    loaded: (): Task[] => results.flatMap(({ data }) => data?.data ?? []),
  };
}
