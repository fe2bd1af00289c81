import { queryOptions, useQueries } from '@tanstack/react-query';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { queryOf, type TaskQuery } from '../../lib/tasks.ts';

export const SIZE = 100;
const SETTLED_MS = 30_000;
/** Five requests a second at most. */
const SPACING_MS = 200;

let lastTurn = Promise.resolve();

/** Waits for the turn of a page; one that is cancelled before takes no time from those after it. */
async function awaitTurn(signal: AbortSignal): Promise<void> {
  const turn = lastTurn;
  lastTurn = turn.then(() => (signal.aborted ? undefined : new Promise((resolve) => setTimeout(resolve, SPACING_MS))));
  await turn;
  signal.throwIfAborted();
}

export interface Range {
  from: number;
  to: number;
}

const ofProject = (projectId: string | undefined) => (projectId ? { projectId: [projectId] } : {});

type Asked = Pick<ShownTasks, 'projectId' | 'filters' | 'sort' | 'include'>;

export const pageQuery = ({ projectId, filters, sort, include }: Asked, number: number) =>
  queryOptions({
    queryKey: ['tasks', 'list', projectId, queryOf(filters), sort, include, number],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = {
        ...ofProject(projectId),
        include,
        ...sort,
        ...queryOf(filters),
        page: number + 1,
        limit: SIZE,
      };
      await awaitTurn(signal);
      return await client.listTasks({ query, signal });
    },
    staleTime: SETTLED_MS,
  });

/** All tasks in one piece. */
export const allTasksQuery = ({ projectId, filters, sort, include }: Asked) =>
  queryOptions({
    queryKey: ['tasks', 'all', projectId, queryOf(filters), sort, include],
    queryFn: ({ signal }): Promise<Task[]> =>
      client.listTasks({
        query: { ...ofProject(projectId), include, ...sort, ...queryOf(filters) },
        signal,
      }),
  });

/** The pages in view; those that are scrolled past before they come are cancelled by their going out of use. */
export function usePages(asked: ShownTasks, range: Range) {
  const first = Math.floor(range.from / SIZE);
  const last = Math.floor(range.to / SIZE);
  const numbers = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)])];
  const results = useQueries({ queries: numbers.map((number) => pageQuery(asked, number)) });
  const pages = new Map(numbers.map((number, index) => [number, results[index]?.data]));
  const [head] = results;
  const hidden = useHidden();
  const gone = hidden.size === 0 ? [] : placesOf(pages, hidden);
  const total = head?.data?.meta.pagination.total;
  return {
    total: total === undefined ? undefined : total - gone.length,
    error: head?.error ?? null,
    retry: () => void head?.refetch(),
    taskAt: (index: number): Task | undefined => {
      const place = gone.reduce((at, one) => (one <= at ? at + 1 : at), index);
      return pages.get(Math.floor(place / SIZE))?.data[place % SIZE];
    },
  };
}

type Pages = ReadonlyMap<number, { data: readonly Task[] } | undefined>;

/** Where the tasks stand that are about to be deleted, rising. */
function placesOf(pages: Pages, hidden: ReadonlySet<string>): number[] {
  const places = [...pages].flatMap(([number, page]) =>
    (page?.data ?? []).flatMap(({ id }, index) => (hidden.has(id) ? [number * SIZE + index] : [])),
  );
  return places.sort((one, other) => one - other);
}

/** The ids and numbers of all tasks that the filter finds, also of those that nobody has scrolled to, with what is included. */
export const readAll = ({ projectId, filters }: ShownTasks, include: TaskQuery['include']) =>
  client.listTasks({
    query: { ...ofProject(projectId), fields: ['id', 'tid'], ...(include && { include }), ...queryOf(filters) },
  });
