import { queryOptions } from '@tanstack/react-query';
import { client, hasStatus, itemsOf } from '../../lib/api.ts';
import { colleaguesQuery } from '../../lib/queries.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';

export const presetsQuery = queryOptions({
  queryKey: ['colleague-presets'],
  queryFn: ({ signal }) => client.listColleaguePresets({ signal }),
  staleTime: Infinity,
});

export const colleagueQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id],
    queryFn: ({ signal }) => client.getColleague({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

const MOST_RUNS = 20;
const MOST_ACTIONS = 200;

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id, 'runs'],
    queryFn: ({ signal }) =>
      itemsOf(client.listColleagueRuns({ path: { id }, query: { page: 1, limit: MOST_RUNS }, signal })),
    ...UNEVENTFUL,
  });

export const activityQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id, 'activity'],
    queryFn: ({ signal }) =>
      itemsOf(client.listColleagueActivity({ path: { id }, query: { page: 1, limit: MOST_ACTIONS }, signal })),
    ...UNEVENTFUL,
  });

/** What has come of each rule in the last 30 days. */
export const statsQuery = (id: string) =>
  queryOptions({
    queryKey: ['colleagues', id, 'stats'],
    queryFn: ({ signal }) => client.getColleagueStats({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

/** How often a preview is asked for again while another of the reader is under way, such as in another tab. */
const PREVIEW_TRIES = 8;
const PREVIEW_WAIT = 500;

type Preview = NonNullable<Parameters<typeof client.previewColleague>[0]['body']>;

let underWay: Promise<unknown> = Promise.resolve();

/** What a colleague would say now, with changes of it. A reader has one preview at a time, so the next one waits for it. */
export const previewQuery = (id: string, body: Preview) =>
  queryOptions({
    queryKey: ['colleague-preview', id, body],
    queryFn: ({ signal }) => {
      const preview = underWay.then(() => {
        signal.throwIfAborted();
        return client.previewColleague({ path: { id }, body });
      });
      underWay = preview.catch(() => undefined);
      return preview;
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: (count, refusal) => hasStatus(refusal, 409) && count < PREVIEW_TRIES,
    retryDelay: PREVIEW_WAIT,
  });

export const refreshColleagues = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: colleaguesQuery.queryKey });
