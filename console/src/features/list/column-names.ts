import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../lib/api.ts';
import { epicsQuery, projectsQuery, sprintsQuery, usersQuery } from '../../lib/queries.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import type { ColumnName, NameOf } from './columns.tsx';

interface Named {
  id: string;
  name: string;
}

const everySprintQuery = queryOptions({
  queryKey: ['sprints', 'everywhere'],
  queryFn: ({ signal }) => client.listSprints({ signal }),
  ...UNEVENTFUL,
});

const everyEpicQuery = queryOptions({
  queryKey: ['epics', 'everywhere'],
  queryFn: ({ signal }) => client.listEpics({ signal }),
});

const byId = (things: readonly Named[] = []): Map<string, string> => new Map(things.map(({ id, name }) => [id, name]));

/** The names that the columns show; what no column shows is not read. */
export function useColumnNames(columns: readonly ColumnName[], projectId: string | undefined): NameOf {
  const isShown = (name: ColumnName) => ({ enabled: columns.includes(name) });
  const { data: sprints } = useQuery({
    ...(projectId ? sprintsQuery(projectId) : everySprintQuery),
    ...isShown('sprint'),
  });
  const { data: epics } = useQuery({ ...(projectId ? epicsQuery(projectId) : everyEpicQuery), ...isShown('epic') });
  const { data: people } = useQuery({ ...usersQuery, ...isShown('createdBy') });
  const { data: projects } = useQuery({ ...projectsQuery, ...isShown('project') });
  return useMemo(() => {
    const names = { sprint: byId(sprints), epic: byId(epics), person: byId(people), project: byId(projects) };
    return (kind, id) => (id === null ? '' : (names[kind].get(id) ?? ''));
  }, [sprints, epics, people, projects]);
}
