import { useQueries, useQuery } from '@tanstack/react-query';
import type { TaskGroupResponse } from 'project-management-sdk';
import { useMemo, useState } from 'react';
import {
  conditionOf,
  type Group,
  type GroupName,
  groupIdsOf,
  groupNamed,
  groupsQuery,
  joinedFilter,
} from '../../components/groups.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import { fieldsQuery, isOwnName } from '../../lib/fields.ts';
import type { Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { allTasksQuery, pageQuery, type Range, SIZE } from './use-pages.ts';

/** Below this all tasks are read at once, above it only those in view. */
const MOST_AT_ONCE = 1_000;

/** One of the groups in each other that a row stands in. */
export interface Step extends Group {
  by: GroupName;
}

export interface HeadingRow {
  kind: 'heading';
  key: string;
  path: readonly Step[];
  tasks: number;
  points: number;
  isCollapsed: boolean;
}

export interface TaskPlace {
  kind: 'task';
  key: string;
  path: readonly Step[];
  /** Among the tasks of its group. */
  index: number;
}

export type GroupedRow = HeadingRow | TaskPlace;

const keyOf = (path: readonly Pick<Step, 'by' | 'id'>[]): string => path.map(({ by, id }) => `${by} ${id}`).join('\n');

/** The rows of a list in groups: headings, and the tasks of those that are open. `total`: of the whole list. */
export function useGroupedRows(shown: ShownTasks, total: number | undefined, range: Range) {
  const { group, then, projectId, filters } = shown;
  const by = group ? (then ? [group, then] : [group]) : [];
  const isGrouped = group !== undefined;
  const outer = useQuery({ ...groupsQuery(by.slice(0, 1), projectId, filters), enabled: isGrouped });
  const inner = useQuery({ ...groupsQuery(by, projectId, filters), enabled: by.length > 1 });
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const isSmall = total !== undefined && total <= MOST_AT_ONCE;
  const all = useQuery({ ...allTasksQuery(shown), enabled: isGrouped && isSmall });
  const { data: fields } = useQuery({ ...fieldsQuery, enabled: by.some(isOwnName) });
  const hidden = useHidden();
  const inGroups = useMemo(
    () =>
      all.data &&
      groupedTasks(
        all.data.filter(({ id }) => !hidden.has(id)),
        by,
      ),
    [all.data, hidden, fields, group, then],
  );
  const rows = useMemo(() => {
    if (!outer.data || (by.length > 1 && !inner.data)) return [];
    const countOf = (key: string, tasks: number) => (isSmall && inGroups ? (inGroups.get(key)?.length ?? 0) : tasks);
    return rowsOf(by, outer.data, inner.data ?? [], collapsed, countOf);
  }, [group, then, outer.data, inner.data, collapsed, isSmall, inGroups]);
  const parts = isSmall || !isGrouped ? [] : pagesIn(rows.slice(range.from, range.to + 1));
  const pages = useQueries({
    queries: parts.map(({ path, number }) => {
      const filter = joinedFilter(
        filters.filter,
        path.map(({ by: name, id }) => conditionOf(name, id)),
      );
      return pageQuery({ ...shown, filters: { ...filters, filter } }, number);
    }),
  });
  const pageAt = new Map(parts.map(({ key }, index) => [key, pages[index]?.data?.data]));
  return {
    rows,
    error: outer.error ?? inner.error,
    toggle: (key: string) =>
      setCollapsed((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    taskAt: ({ path, index }: TaskPlace): Task | undefined =>
      isSmall
        ? inGroups?.get(keyOf(path))?.[index]
        : pageAt.get(`${keyOf(path)}\n${Math.floor(index / SIZE)}`)?.[index % SIZE],
  };
}

const stepsOf = (by: readonly GroupName[], { keys }: TaskGroupResponse): Step[] =>
  by.map((name, place) => ({ by: name, ...groupNamed(name, keys[place]?.id ?? null, keys[place]?.name ?? null) }));

function rowsOf(
  by: readonly GroupName[],
  outer: readonly TaskGroupResponse[],
  inner: readonly TaskGroupResponse[],
  collapsed: ReadonlySet<string>,
  countOf: (key: string, tasks: number) => number,
): GroupedRow[] {
  const within = Map.groupBy(inner, ({ keys }) => keys[0]?.id ?? null);
  const leaf = (group: TaskGroupResponse): GroupedRow[] => {
    const path = stepsOf(by, group);
    const heading = headingOf(path, { ...group, tasks: countOf(keyOf(path), group.tasks) }, collapsed);
    return heading.isCollapsed ? [heading] : [heading, ...tasksOf(heading)];
  };
  if (by.length === 1) return outer.flatMap(leaf);
  return outer.flatMap((group) => {
    const heading = headingOf(stepsOf(by.slice(0, 1), group), group, collapsed);
    return heading.isCollapsed ? [heading] : [heading, ...(within.get(group.keys[0]?.id ?? null) ?? []).flatMap(leaf)];
  });
}

function headingOf(
  path: readonly Step[],
  { tasks, estimatedHours }: Pick<TaskGroupResponse, 'tasks' | 'estimatedHours'>,
  collapsed: ReadonlySet<string>,
): HeadingRow {
  const key = keyOf(path);
  return { kind: 'heading', key, path, tasks, points: estimatedHours, isCollapsed: collapsed.has(key) };
}

const tasksOf = ({ key, path, tasks }: HeadingRow): TaskPlace[] =>
  Array.from({ length: tasks }, (_, index) => ({ kind: 'task', key: `${key}\n${index}`, path, index }));

/** The pages of the groups whose tasks are in view. */
function pagesIn(rows: readonly GroupedRow[]) {
  const found = new Map<string, { key: string; path: readonly Step[]; number: number }>();
  for (const row of rows) {
    if (row.kind === 'heading') continue;
    const number = Math.floor(row.index / SIZE);
    const key = `${keyOf(row.path)}\n${number}`;
    found.set(key, { key, path: row.path, number });
  }
  return [...found.values()];
}

function groupedTasks(tasks: readonly Task[], by: readonly GroupName[]): Map<string, Task[]> {
  const groups = new Map<string, Task[]>();
  const [first, second] = by;
  if (!first) return groups;
  for (const task of tasks) {
    for (const id of groupIdsOf(task, first)) {
      for (const other of second ? groupIdsOf(task, second) : [undefined]) {
        const steps = [{ by: first, id }, ...(second && other !== undefined ? [{ by: second, id: other }] : [])];
        const key = keyOf(steps);
        const others = groups.get(key);
        if (others) others.push(task);
        else groups.set(key, [task]);
      }
    }
  }
  return groups;
}
