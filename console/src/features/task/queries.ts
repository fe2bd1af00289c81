import { queryOptions } from '@tanstack/react-query';
import type { CodeLinkResponse } from 'project-management-sdk';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';

export interface Comment {
  id: string;
  taskId: string;
  authorId: string | null;
  author: { id: string; name: string; type: 'user' | 'colleague' } | null;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export interface TimeEntry {
  id: string;
  userId: string;
  user: { id: string; name: string } | null;
  hours: number;
  note: string | null;
  spentOn: string;
  createdAt: string;
}

/** A link to another task, as the task shows it. */
export interface Link {
  id: string;
  type: 'relates' | 'duplicates';
  direction: 'out' | 'in' | null;
  task: Pick<Task, 'id' | 'tid' | 'title' | 'status'>;
}

export interface Activity {
  id: string;
  at: string;
  actor: { id: string; name: string; type?: string; userId?: string | null } | null;
  event: string;
  /** Files are added and removed; all else goes from one value to another. */
  changes: Record<
    string,
    { from?: unknown; to?: unknown; added?: { name: string }[]; removed?: { name: string }[] }
  > | null;
}

const about = <Item>(id: string, what: string, read: (signal: AbortSignal) => Promise<unknown>) =>
  queryOptions({
    queryKey: ['task', id, what],
    queryFn: ({ signal }) => read(signal) as Promise<Item[]>,
  });

export const commentsQuery = (id: string) => ({
  ...about<Comment>(id, 'comments', (signal) => client.listComments({ path: { id }, signal })),
  // Editing or deleting one is no event.
  ...UNEVENTFUL,
});
export const codeQuery = (id: string) => ({
  ...about<CodeLinkResponse>(id, 'code', (signal) => client.listTaskCode({ path: { id }, signal })),
  // What forges tell is no event.
  ...UNEVENTFUL,
  refetchInterval: 5_000,
});
export const timeQuery = (id: string) =>
  about<TimeEntry>(id, 'time', (signal) => client.listTimeEntries({ path: { id }, signal }));
export const blockersQuery = (id: string) =>
  about<Task>(id, 'blockers', (signal) => client.listTaskBlockers({ path: { id }, signal }));
export const blockingQuery = (id: string) =>
  about<Task>(id, 'blocking', (signal) => client.listBlockedTasks({ path: { id }, signal }));
export const linksQuery = (id: string) =>
  about<Link>(id, 'links', (signal) => client.listTaskLinks({ path: { id }, signal }));
export const subtasksQuery = (id: string) =>
  about<Task>(id, 'subtasks', (signal) =>
    client.listTasks({ query: { parentId: [id], sortBy: 'rank', sortOrder: 'asc' }, signal }),
  );
export const activityQuery = (id: string) =>
  about<Activity>(id, 'activity', (signal) => client.listTaskActivity({ path: { id }, signal }));

const LATEST = 20;

/** Who changed a field of the task last. */
export async function lastAuthor(id: string, field: string): Promise<string | undefined> {
  const latest = await client
    .listTaskActivity({ path: { id }, query: { page: 1, limit: LATEST } })
    .catch(() => undefined);
  const entries = (latest && 'data' in latest ? latest.data : []) as Activity[];
  return entries.find(({ changes }) => changes && field in changes)?.actor?.name;
}
