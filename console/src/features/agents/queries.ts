import { queryOptions } from '@tanstack/react-query';
import { soonest, type Work } from '../../components/work/work-queries.ts';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

const DAY = 86_400_000;
const DAYS = 30;
const PAGE = 200;
/** Works beyond so many are not read for figures. */
const MOST_WORKS = 2_000;

/** The works that have not ended, the newest first. */
export const liveWorksQuery = queryOptions({
  queryKey: ['works', 'live'],
  queryFn: ({ signal }) => client.listWork({ query: { state: ['working', 'asking', 'submitted'] }, signal }),
  refetchInterval: soonest(true),
});

/** The tasks that an agent has, and those on which agents cannot go on. */
export const workedTasksQuery = queryOptions({
  queryKey: ['tasks', 'worked'],
  queryFn: ({ signal }): Promise<Task[]> => {
    const filter = 'work in (working, asking, submitted, stuck) and not archived';
    return client.listTasks({ query: { filter, include: ['delegate', 'work'] }, signal });
  },
  refetchInterval: soonest(true),
});

/** What agents may take, in the order in which they would. */
export const readyTasksQuery = queryOptions({
  queryKey: ['tasks', 'ready'],
  queryFn: ({ signal }) => client.listReadyTasks({ signal }),
  refetchInterval: soonest(true),
});

export interface RecentWorks {
  works: readonly Work[];
  /** There are more than were read. */
  isCut: boolean;
}

/** The works begun in the last 30 days, the newest first. */
export const recentWorksQuery = queryOptions({
  queryKey: ['works', 'recent'],
  queryFn: async ({ signal }): Promise<RecentWorks> => {
    const since = new Date(Date.now() - DAYS * DAY).toISOString();
    const works: Work[] = [];
    for (let page = 1; works.length < MOST_WORKS; page++) {
      const { data: read } = await client.listWork({ query: { page, limit: PAGE }, signal });
      const recent = read.filter(({ startedAt }) => startedAt >= since);
      works.push(...recent);
      if (recent.length < PAGE) return { works, isCut: false };
    }
    return { works, isCut: true };
  },
  ...UNEVENTFUL,
});

/** What an agent has come to. */
export interface Figures {
  accepted: number;
  returned: number;
  failed: number;
  /** Of the works that it handed in, in milliseconds; undefined without any. */
  medianTime: number | undefined;
  costUsd: number;
}

export function figuresOf(works: readonly Work[]): Figures {
  const count = (...states: Work['state'][]) => works.filter(({ state }) => states.includes(state)).length;
  // An agent calls last when it hands in.
  const times = works
    .filter(({ state }) => state === 'accepted' || state === 'returned' || state === 'submitted')
    .map(({ startedAt, lastSeenAt }) => Date.parse(lastSeenAt) - Date.parse(startedAt))
    .sort((one, other) => one - other);
  const middle = Math.floor((times.length - 1) / 2);
  const [low = 0, high = low] = [times[middle], times[Math.ceil((times.length - 1) / 2)]];
  return {
    accepted: count('accepted'),
    returned: count('returned'),
    failed: count('failed', 'expired'),
    medianTime: times.length === 0 ? undefined : (low + high) / 2,
    costUsd: works.reduce((sum, { usage }) => sum + usage.costUsd, 0),
  };
}
