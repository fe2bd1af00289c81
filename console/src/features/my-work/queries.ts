import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { dayOf } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { INCLUDED, type TaskQuery } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';

const MOST_RECENT = 15;
const WEEK = 7;

const list = (query: TaskQuery, signal: AbortSignal): Promise<Task[]> =>
  client.listTasks({ query: { include: INCLUDED, ...query }, signal });

/** The reader's open tasks, and those of nobody that he has made and an agent waits with. What agents say has no event. */
const MINE = 'assignee = me or assignee is empty and creator = me and work in (asking, submitted)';

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

/** Its agent waits for a person: with a question, or for a review (agents 6.2). */
export const isWaiting = ({ work }: Task): boolean => !!work && work.state !== 'working';

/** What changed last, of all that the reader reaches; imports are left out (inbox 7.4). */
export const latelyQuery = queryOptions({
  queryKey: ['tasks', 'lately'],
  queryFn: async ({ signal }): Promise<Task[]> => {
    const query = { filter: 'external is empty', include: INCLUDED, page: 1, limit: MOST_RECENT };
    const { data } = await client.listTasks({ query: { ...query, sortBy: 'updatedAt' }, signal });
    return data;
  },
});

/** A task is in the first group that fits (inbox 7.4): what is overdue and in progress is overdue. */
export function groupsOf(tasks: readonly Task[]): { name: string; tasks: Task[] }[] {
  const today = dayOf(new Date());
  const nextWeek = new Date();
  nextWeek.setDate(nextWeek.getDate() + WEEK);
  const due = ({ dueDate }: Task) => dueDate?.slice(0, 10);
  const groups: [string, (task: Task) => boolean][] = [
    [texts.myWork.overdue, (task) => (due(task) ?? today) < today],
    [texts.myWork.dueThisWeek, (task) => (due(task) ?? '') >= today && (due(task) ?? '') <= dayOf(nextWeek)],
    [texts.myWork.inProgress, ({ status }) => status === 'In Progress'],
    [texts.myWork.inReview, ({ status }) => status === 'In Review'],
    [texts.myWork.blocked, ({ isBlocked }) => isBlocked],
  ];
  const byGroup = Map.groupBy(tasks, (task) => groups.find(([, belongs]) => belongs(task))?.[0]);
  return groups.map(([name]) => ({ name, tasks: byGroup.get(name) ?? [] }));
}
