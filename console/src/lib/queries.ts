import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, tellLost } from './api.ts';
import { mayAs, type Project, type Role } from './model.ts';
import { queryClient, UNEVENTFUL } from './query-client.ts';

/** What several screens need; what only one needs is in its feature. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await client.getSession({ signal });
    const before = queryClient.getQueryData<typeof session>(['session']);
    // Someone else's screens are none of theirs.
    if (session.user && before?.user && session.user.id !== before.user.id) location.assign('/');
    if (session.user || !before?.user) return session;
    // The reader signs in again over the screen, which stays as it is: what is typed on it is not lost.
    tellLost();
    return before;
  },
  staleTime: 30_000,
  ...UNEVENTFUL,
});

/** With what only the reader sees of themselves. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.getMe({ signal }),
  ...UNEVENTFUL,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => client.listProjects({ signal }),
  ...UNEVENTFUL,
});

/** Oneself first, the others by alphabet: so they stand wherever people are chosen. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => {
    const users = await client.listUsers({ signal });
    const own = queryClient.getQueryData(sessionQuery.queryKey)?.user?.id;
    const isOther = ({ id }: { id: string }) => Number(id !== own);
    return users.sort((one, other) => isOther(one) - isOther(other) || one.name.localeCompare(other.name));
  },
  ...UNEVENTFUL,
});

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => client.listColleagues({ signal }),
  ...UNEVENTFUL,
});

export interface Team {
  id: string;
  name: string;
  description: string | null;
  members: { id: string; name: string; role: string }[];
}

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => client.listTeams({ signal }) as Promise<unknown> as Promise<Team[]>,
  ...UNEVENTFUL,
});

/** By alphabet. */
export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: async ({ signal }) => {
    const labels = await client.listLabels({ signal });
    return labels.sort((one, other) => one.name.localeCompare(other.name));
  },
});

/** The lanes with their limits. */
export const limitedLanesQuery = queryOptions({
  queryKey: ['lanes'],
  queryFn: async ({ signal }) => {
    const lanes = await client.listWorkflowLanes({ signal });
    return lanes.sort((one, other) => one.position - other.position);
  },
  ...UNEVENTFUL,
});

/** The names of the lanes. */
export const lanesQuery = queryOptions({ ...limitedLanesQuery, select: namesOf });

function namesOf(lanes: readonly { name: string }[]): string[] {
  return lanes.map(({ name }) => name);
}

export const sprintsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['sprints', projectId],
    queryFn: ({ signal }) => client.listSprints({ query: { projectId: [projectId] }, signal }),
    // Renaming or rescheduling one is no event.
    ...UNEVENTFUL,
  });

export const epicsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['epics', projectId],
    queryFn: ({ signal }) => client.listEpics({ query: { projectId: [projectId] }, signal }),
  });

/** Who is signed in; on every screen behind the entry there is someone. */
export function useUser() {
  const { data } = useQuery(sessionQuery);
  return data?.user ?? undefined;
}

/** Whether the reader may do what `least` may: what one may not do is not offered. */
export const useMay = (least: Role): boolean => mayAs(useUser()?.role, least);

/** Whether a task may be changed by the reader, as far as is known now: rows of long lists ask when they are used. */
export function mayWriteTask({ projectId }: { projectId: string }): boolean {
  const role = queryClient.getQueryData(sessionQuery.queryKey)?.user?.role;
  const projects = queryClient.getQueryData(projectsQuery.queryKey) ?? [];
  return mayAs(role, 'MEMBER') && projects.some(({ id, status }) => id === projectId && status === 'active');
}

/** The lanes, where a screen has read them. */
export const readLanes = (): readonly string[] => namesOf(queryClient.getQueryData(limitedLanesQuery.queryKey) ?? []);

/** Whether anything in the project may be changed by the reader. */
export const useMayWrite = (project: Pick<Project, 'status'> | undefined): boolean =>
  useMay('MEMBER') && project?.status === 'active';
