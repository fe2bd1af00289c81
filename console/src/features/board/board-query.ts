import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TaskGroupResponse } from 'project-management-sdk';
import { conditionOf, groupsQuery, joinedFilter } from '../../components/groups.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryOf, type TaskQuery } from '../../lib/tasks.ts';

/** What cards show: long texts are none of it. */
const FIELDS: NonNullable<TaskQuery['fields']> = [
  'id',
  'tid',
  'title',
  'status',
  'priority',
  'estimatedHours',
  'projectId',
  'assigneeId',
  'delegateId',
  'sprintId',
  'epicId',
  'dueDate',
  'rank',
  'isBlocked',
  'createdById',
  'createdAt',
];

/** The tasks of a lane that are read at first, and how many more at each "Show more". */
const FIRST = 50;
const STEP = 200;
/** Boards with more columns, and with swimlanes, are read as a whole. */
const MOST_COLUMNS = 24;

/** How many tasks of each column are shown, by its id, where these are more than the first. */
export type Sizes = Readonly<Record<string, number>>;

export const sizeOf = (sizes: Sizes, id: string | null): number => sizes[String(id)] ?? FIRST;

export const larger = (sizes: Sizes, id: string | null): Sizes => ({
  ...sizes,
  [String(id)]: Math.floor(sizeOf(sizes, id) / STEP) * STEP + STEP,
});

export const countsQuery = ({ group = 'status', projectId, filters }: ShownTasks) =>
  groupsQuery([group], projectId, filters);

/** Whether lanes are read one by one. */
export function isReadByLane({ then }: Pick<ShownTasks, 'then'>, counts: readonly TaskGroupResponse[]): boolean {
  return then === undefined && counts.length <= MOST_COLUMNS && counts.some(({ tasks }) => tasks > FIRST);
}

/** The tasks of a board, of each lane the first. */
export const boardQuery = (shown: ShownTasks, sizes: Sizes) => {
  const { group = 'status', then, projectId, filters, include } = shown;
  const common: TaskQuery = {
    ...(projectId && { projectId: [projectId] }),
    fields: FIELDS,
    include: [...include, 'counts', 'code'],
    sortBy: 'rank',
    sortOrder: 'asc',
    ...queryOf(filters),
  };
  return queryOptions({
    queryKey: ['tasks', 'board', projectId, queryOf(filters), include, group, then, sizes],
    queryFn: async ({ signal }): Promise<Task[]> => {
      // Those that the lanes are counted by, so that both are of one moment.
      const counts = await queryClient.query(countsQuery(shown));
      if (!isReadByLane(shown, counts)) return client.listTasks({ query: common, signal });
      const lanes = await Promise.all(
        counts.map(({ keys: [key] }) => {
          const id = key?.id ?? null;
          const filter = joinedFilter(filters.filter, [conditionOf(group, id)]);
          return readFirst({ ...common, filter }, sizeOf(sizes, id), signal);
        }),
      );
      return inOneOrder(lanes);
    },
    placeholderData: keepPreviousData,
  });
};

async function readFirst(query: TaskQuery, size: number, signal: AbortSignal): Promise<Task[]> {
  const limit = Math.min(size, STEP);
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(size / limit) }, (_, index) =>
      client.listTasks({ query: { ...query, page: index + 1, limit }, signal }),
    ),
  );
  return pages.flatMap(({ data }) => data);
}

/** A task with several labels stands in several lanes, and once in the list; "Undo" puts one back beside the next. */
function inOneOrder(lanes: readonly Task[][]): Task[] {
  const once = [...new Map(lanes.flat().map((task) => [task.id, task])).values()];
  return once.sort((one, other) => (one.rank < other.rank ? -1 : 1));
}
