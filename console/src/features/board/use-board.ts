import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Group, type GroupName, groupsQuery, ownGroups } from '../../components/groups.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import { fieldsQuery, isOwnName, ownNameOf } from '../../lib/fields.ts';
import type { Sprint, Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { epicsQuery, labelsQuery, lanesQuery, sprintsQuery } from '../../lib/queries.ts';
import { countsQuery, isReadByLane, type Sizes, sizeOf } from './board-query.ts';
import { countedLane, type Lane, lanesOf, type Place, placesOf, tasksOfGroups } from './lanes.ts';

/** A swimlane, or the whole board where there are none. */
export interface Row {
  place: Place | undefined;
  tasks: number;
  points: number;
  lanes: readonly Lane[];
}

export interface Board {
  columns: readonly Place[];
  rows: readonly Row[];
}

/** The columns and swimlanes of a board: lanes where nothing else is asked for. */
export function useBoard(shown: ShownTasks, tasks: readonly Task[] | undefined, sizes: Sizes): Board | undefined {
  const { group = 'status', then, projectId, filters } = shown;
  const hidden = useHidden();
  const isCounted = (by: GroupName | undefined) => ({
    enabled: by !== undefined && by !== 'status' && by !== 'priority',
  });
  const columns = useQuery(countsQuery(shown));
  const rows = useQuery({ ...groupsQuery(then ? [then] : [], projectId, filters), ...isCounted(then) });
  const others = useOthers(projectId, group);
  return useMemo(() => {
    if (!tasks || !others.status) return undefined;
    const counts = columns.data ?? [];
    const seen = tasks.filter(({ id }) => !hidden.has(id));
    const places = placesOf(group, seen, counts, others[group] ?? []);
    if (!then) {
      const isCut = isReadByLane(shown, counts);
      const lanes = lanesOf(seen, places).map((lane) => {
        const { id } = lane.column;
        const counted = counts.find(({ keys: [key] }) => (key?.id ?? null) === id);
        return isCut ? countedLane(lane, counted, sizeOf(sizes, id)) : lane;
      });
      return { columns: places, rows: [{ place: undefined, tasks: seen.length, points: 0, lanes }] };
    }
    const inRow = tasksOfGroups(seen, then);
    const swimlanes = placesOf(then, seen, rows.data ?? [], []).map((place) => {
      const own = inRow.get(place.id) ?? [];
      const lanes = lanesOf(own, places, place);
      return {
        place,
        tasks: own.length,
        points: own.reduce((sum, task) => sum + (task.estimatedHours ?? 0), 0),
        lanes,
      };
    });
    return { columns: places, rows: swimlanes.filter(({ tasks: number }) => number > 0) };
  }, [tasks, hidden, columns.data, rows.data, others, group, then, sizes]);
}

const isOpenSprint = ({ status }: Sprint): boolean => status === 'planned' || status === 'active';

/** What is a column although no task stands in it. */
function useOthers(projectId: string | undefined, group: GroupName): Partial<Record<GroupName, readonly Group[]>> {
  const inProject = { enabled: projectId !== undefined };
  const { data: fields } = useQuery({ ...fieldsQuery, enabled: isOwnName(group) });
  const { data: lanes } = useQuery(lanesQuery);
  const { data: labels } = useQuery(labelsQuery);
  const { data: sprints } = useQuery({ ...sprintsQuery(projectId ?? ''), ...inProject });
  const { data: epics } = useQuery({ ...epicsQuery(projectId ?? ''), ...inProject });
  return useMemo(
    () => ({
      ...(lanes && { status: lanes.map((name) => ({ id: name, name })) }),
      label: labels ?? [],
      sprint: sprints?.filter(isOpenSprint) ?? [],
      epic: epics ?? [],
      ...(isOwnName(group) && { [group]: fields?.filter((one) => ownNameOf(one) === group).flatMap(ownGroups) }),
    }),
    [lanes, labels, sprints, epics, fields, group],
  );
}
