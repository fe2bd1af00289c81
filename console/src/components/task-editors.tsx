import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PRIORITIES, type Priority, type Task } from '../lib/model.ts';
import { epicsQuery, labelsQuery, lanesQuery, sprintsQuery, usersQuery } from '../lib/queries.ts';
import { openSprints } from '../lib/sprints.ts';
import type { Shown, TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { ColourDot } from './label-chips.tsx';
import { Avatar, PriorityIcon, StatusIcon } from './marks.tsx';
import type { Option } from './picker.tsx';

const { task: words } = workTexts;

/** What a field of a task can be set to, and the change that does it. */
export interface TaskEditor {
  label: string;
  options: readonly Option[];
  /** Keys that choose one of them. */
  keys?: Readonly<Record<string, string>>;
  /** The options are still to come. */
  isReading?: boolean;
  isMultiple?: boolean;
  selected: (task: Task) => string[];
  change: (values: string[]) => [TaskChange, Shown?];
}

export type EditedField = 'status' | 'priority' | 'assignee' | 'labels' | 'sprint' | 'epic';

const named = (items: readonly { id: string; name: string }[]): Option[] =>
  items.map(({ id, name }) => ({ value: id, label: name }));

const PRIORITY: TaskEditor = {
  label: words.priority,
  options: PRIORITIES.map((priority) => ({
    value: priority,
    label: priority,
    icon: <PriorityIcon priority={priority} />,
  })),
  keys: { 1: 'Urgent', 2: 'High', 3: 'Medium', 4: 'Low', 0: 'None' },
  selected: ({ priority }) => [priority],
  change: ([priority]) => [{ priority: priority as Priority }],
};

/** One of the things of a project that a task belongs to, or none of them. */
const belonging = (
  field: 'sprintId' | 'epicId',
  label: string,
  none: string,
  items: readonly { id: string; name: string }[],
): TaskEditor => ({
  label,
  options: [{ value: '', label: none }, ...named(items)],
  selected: (task) => [task[field] ?? ''],
  change: ([id]) => [{ [field]: id || null }],
});

/** The fields that are chosen from a list; sprint and epic only within a project. */
export function useTaskEditors(projectId?: string): Record<EditedField, TaskEditor> {
  const { data: lanes, isLoading: awaitsLanes } = useQuery(lanesQuery);
  const { data: users, isLoading: awaitsUsers } = useQuery(usersQuery);
  const { data: labels, isLoading: awaitsLabels } = useQuery(labelsQuery);
  const inProject = { enabled: projectId !== undefined };
  const { data: sprints, isLoading: awaitsSprints } = useQuery({ ...sprintsQuery(projectId ?? ''), ...inProject });
  const { data: epics, isLoading: awaitsEpics } = useQuery({ ...epicsQuery(projectId ?? ''), ...inProject });
  return useMemo(
    () => ({
      status: {
        label: words.status,
        isReading: awaitsLanes,
        options: (lanes ?? []).map((lane) => ({ value: lane, label: lane, icon: <StatusIcon status={lane} /> })),
        selected: ({ status }) => [status],
        change: ([status]) => [{ status }],
      },
      priority: PRIORITY,
      assignee: {
        label: words.assignee,
        isReading: awaitsUsers,
        options: [
          { value: '', label: texts.common.nobody },
          ...named((users ?? []).filter(({ active }) => active)).map((option) => ({
            ...option,
            icon: <Avatar name={option.label} />,
          })),
        ],
        selected: ({ assigneeId }) => [assigneeId ?? ''],
        change: ([id]) => {
          const user = users?.find((one) => one.id === id);
          return [{ assigneeId: id || null }, { assignee: user ? { id: user.id, name: user.name } : null }];
        },
      },
      labels: {
        label: words.labels,
        isReading: awaitsLabels,
        isMultiple: true,
        options: (labels ?? []).map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColourDot color={color} />,
        })),
        selected: (task) => (task.labels ?? []).map(({ id }) => id),
        change: (ids) => [{ labelIds: ids }, { labels: (labels ?? []).filter(({ id }) => ids.includes(id)) }],
      },
      sprint: {
        ...belonging('sprintId', words.sprint, words.noSprint, openSprints(sprints ?? [])),
        isReading: awaitsSprints,
      },
      epic: { ...belonging('epicId', words.epic, words.noEpic, epics ?? []), isReading: awaitsEpics },
    }),
    [lanes, users, labels, sprints, epics, awaitsLanes, awaitsUsers, awaitsLabels, awaitsSprints, awaitsEpics],
  );
}
