import { queryOptions, useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
import { useAddress } from '../lib/address.ts';
import { client, hasStatus, isApiError, messageOf } from '../lib/api.ts';
import { fetchWhenIdle } from '../lib/idle.ts';
import { ProjectContext } from '../lib/project-context.ts';
import {
  epicsQuery,
  labelsQuery,
  lanesQuery,
  projectsQuery,
  sprintsQuery,
  teamsQuery,
  usersQuery,
} from '../lib/queries.ts';
import { queryOf } from '../lib/tasks.ts';
import { views as words } from '../lib/texts/views.texts.ts';
import type { FieldValues } from './filter-completion.ts';
import { load } from '../lib/loading.ts';
import { leavesOutArchived, useShownTasks, withoutArchived } from './shown-tasks.ts';

const TYPING_MS = 300;
/** What stands before the filter when it is asked with another condition. */
const BRACKET = 1;

export const filterFieldsQuery = queryOptions({
  queryKey: ['filter-fields'],
  queryFn: ({ signal }) => client.listFilterFields({ signal }),
  staleTime: Infinity,
});

/** What completes and finds errors is loaded when somebody writes a filter: lists are shown without it. */
const readCompletion = () => load(() => import('./filter-completion.ts'));
export const completionQuery = queryOptions({
  queryKey: ['filter-completion'],
  queryFn: readCompletion,
  staleTime: Infinity,
});

fetchWhenIdle(readCompletion);

/** Why a list cannot be shown; of its filter, the words stand under the box. */
export const listFailure = (error: unknown): string =>
  isApiError(error) && error.details?.['filter'] ? words.unreadable : messageOf(error);

const namesOf = (items: readonly { name: string }[] = []): string[] => [...new Set(items.map(({ name }) => name))];

/** The names that values of each field may be; read when somebody begins to type. */
export function useFieldValues(enabled: boolean): FieldValues {
  const projectId = useContext(ProjectContext)?.id;
  const inProject = { enabled: enabled && projectId !== undefined };
  const { data: users } = useQuery({ ...usersQuery, enabled });
  const { data: labels } = useQuery({ ...labelsQuery, enabled });
  const { data: lanes } = useQuery({ ...lanesQuery, enabled });
  const { data: projects } = useQuery({ ...projectsQuery, enabled });
  const { data: teams } = useQuery({ ...teamsQuery, enabled });
  const { data: sprints } = useQuery({ ...sprintsQuery(projectId ?? ''), ...inProject });
  const { data: epics } = useQuery({ ...epicsQuery(projectId ?? ''), ...inProject });
  const people = namesOf(users?.filter(({ active }) => active));
  const names: Record<string, readonly string[]> = {
    status: lanes ?? [],
    assignee: people,
    creator: people,
    watcher: people,
    label: namesOf(labels),
    project: (projects ?? []).map(({ key }) => key),
    team: namesOf(teams),
    sprint: namesOf(sprints),
    epic: namesOf(epics),
  };
  return ({ name, type, values, custom }) => {
    // Options are names, not words of the language.
    if (custom && type === 'enum') return { names: values ?? [], words: [] };
    return { names: names[name] ?? (custom && type === 'reference' ? people : []), words: values ?? [] };
  };
}

/** The service counts the columns of all that it was asked. */
function refusalOf(error: unknown, before: number): string {
  const refusal = (isApiError(error) && error.details?.['filter']) || messageOf(error);
  return refusal.replace(/^Column (\d+)/, (_, column: string) => `Column ${Number(column) - before}`);
}

/** How many tasks a filter lets through beside what else narrows the list down, or what is wrong with it. */
export function useFilterCount(
  text: string,
  isTyping: boolean,
): { count: number | undefined; error: string | undefined } {
  const { filters, projectId } = useShownTasks();
  const [asked, setAsked] = useState(text);
  // A view's own filter has been checked.
  const address = useAddress();
  const isChecked = isTyping || Boolean(address['filter']?.trim());
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const own = asked.trim();
  const isWrapped = leavesOutArchived(projectId, own);
  const query = {
    ...(projectId && { projectId: [projectId] }),
    ...queryOf({ ...filters, view: '', filter: isWrapped ? withoutArchived(own) : own }),
  };
  const { data, error } = useQuery({
    queryKey: ['tasks', 'count', query],
    queryFn: async ({ signal }) => {
      const page = await client.listTasks({ query: { ...query, page: 1, limit: 1, fields: ['id'] }, signal });
      return page.meta.pagination.total;
    },
    enabled: isChecked && asked === text,
  });
  const isRefused = isChecked && asked === text && hasStatus(error, 400);
  return {
    count: isTyping && asked === text ? data : undefined,
    error: isRefused ? refusalOf(error, isWrapped && own !== '' ? BRACKET : 0) : undefined,
  };
}
