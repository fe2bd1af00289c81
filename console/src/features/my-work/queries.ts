import { queryOptions } from '@tanstack/react-query';
import { client, itemsOf } from '../../lib/api.ts';
import { dayOf, dueDayOf, isPast } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { INCLUDED, type TaskQuery } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';

const MOST_RECENT = 15;
const WEEK = 7;

const list = (query: TaskQuery, signal: AbortSignal): Promise<Task[]> =>
  client.listTasks({ query: { include: INCLUDED, ...query }, signal });

/** The reader's open tasks, and those of nobody that he has made and an agent waits with. What agents say has no event. */
const MINE = '(assignee = me or assignee is empty and creator = me and work in (asking, submitted)) and not archived';

/** The open tasks of a user. */
export const myTasksQuery = (userId: string) =>
  queryOptions({
    queryKey: ['tasks', 'mine', userId],
    queryFn: async ({ signal }) => {
      const tasks = await list({ filter: MINE, sortBy: 'priority' }, signal);
      return tasks.filter(({ status }) => status !== DONE);
    },
    refetchInterval: 30_000,
  });

/** Its agent waits for a person: with a question, or for a review. */
export const isWaiting = ({ work }: Task): boolean => !!work && work.state !== 'working';

const isAfter = (task: Task, other: Task | undefined): boolean => task.updatedAt > (other?.updatedAt ?? '');

/** Whether something happened to the imported task here: else its history begins and ends with the import. */
const isChangedHere = ({ id, updatedAt }: Task): Promise<boolean> =>
  queryClient.query({
    queryKey: ['changed here', id, updatedAt],
    queryFn: async () => {
      const [newest] = await itemsOf(client.listTaskActivity({ path: { id }, query: { page: 1, limit: 1 } }));
      return newest?.event !== 'task.imported';
    },
    staleTime: Infinity,
  });

/** What changed last, of all that the reader reaches; imports are left out, what happens to their tasks is not. */
export const latelyQuery = queryOptions({
  queryKey: ['tasks', 'lately'],
  queryFn: async ({ signal }): Promise<Task[]> => {
    const part = { include: INCLUDED, page: 1, limit: MOST_RECENT };
    const newest = (filter: string): Promise<Task[]> =>
      itemsOf(client.listTasks({ query: { ...part, filter, sortBy: 'updatedAt' }, signal }));
    const [made, imported] = await Promise.all([
      newest('external is empty and not archived'),
      newest('external is not empty and not archived'),
    ]);
    const late = imported.filter((task) => isAfter(task, made[MOST_RECENT - 1]));
    const isChanged = await Promise.all(late.map(isChangedHere));
    const changed = late.filter((_, index) => isChanged[index]);
    return [...made, ...changed]
      .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      .slice(0, MOST_RECENT);
  },
});

/** A task is in the first group that fits: what is overdue and in progress is overdue. */
export function groupsOf(tasks: readonly Task[]): { name: string; tasks: Task[] }[] {
  const today = dayOf(new Date());
  const nextWeek = new Date();
  nextWeek.setDate(nextWeek.getDate() + WEEK);
  const due = ({ dueDate }: Task) => dueDayOf(dueDate);
  const groups: [string, (task: Task) => boolean][] = [
    [texts.myWork.overdue, ({ dueDate }) => dueDate !== null && isPast(dueDate)],
    [texts.myWork.dueThisWeek, (task) => due(task) >= today && due(task) <= dayOf(nextWeek)],
    [texts.myWork.inProgress, ({ status }) => status === 'In Progress'],
    [texts.myWork.inReview, ({ status }) => status === 'In Review'],
    [texts.myWork.blocked, ({ isBlocked }) => isBlocked],
  ];
  const byGroup = Map.groupBy(tasks, (task) => groups.find(([, belongs]) => belongs(task))?.[0]);
  return groups.map(([name]) => ({ name, tasks: byGroup.get(name) ?? [] }));
}
