import type { ReactNode } from 'react';
import { PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import type { Option } from '../../components/picker.tsx';
import { dateOf, fromDate, showAgo, showDate, showNumber } from '../../lib/format.ts';
import { PRIORITIES, type Priority, type Task, type User } from '../../lib/model.ts';
import type { Shown, TaskChange } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.ts';

export type ColumnName = keyof typeof list.names;

export interface Column {
  name: ColumnName;
  /** The API's own sort; undefined where it has none. */
  sortBy?: string;
  width: string;
  /** What the cell shows, as text. */
  text: (task: Task) => string;
  show?: (task: Task) => ReactNode;
  /** How it is typed where it stands. */
  input?: { type: 'date' | 'number'; value: (task: Task) => string; change: (text: string) => TaskChange };
  /** What it can be set to where it stands. */
  edit?: (world: World) => {
    options: Option[];
    selected: (task: Task) => string;
    change: (value: string) => [TaskChange, Shown?];
  };
}

/** What choices are made of. */
export interface World {
  lanes: readonly string[];
  users: readonly User[];
}

export const COLUMNS: readonly Column[] = [
  {
    name: 'status',
    sortBy: 'status',
    width: '9rem',
    text: ({ status }) => status,
    show: ({ status }) => <StatusIcon status={status} />,
    edit: ({ lanes }) => ({
      options: lanes.map((lane) => ({ value: lane, label: lane, icon: <StatusIcon status={lane} /> })),
      selected: ({ status }) => status,
      change: (status) => [{ status }],
    }),
  },
  {
    name: 'priority',
    sortBy: 'priority',
    width: '7rem',
    text: ({ priority }) => priority,
    show: ({ priority }) => <PriorityIcon priority={priority} />,
    edit: () => ({
      options: PRIORITIES.map((priority) => ({
        value: priority,
        label: priority,
        icon: <PriorityIcon priority={priority} />,
      })),
      selected: ({ priority }) => priority,
      change: (priority) => [{ priority: priority as Priority }],
    }),
  },
  {
    name: 'assignee',
    width: '11rem',
    text: ({ assignee }) => assignee?.name ?? texts.common.nobody,
    edit: ({ users }) => ({
      options: [
        { value: '', label: texts.common.nobody },
        ...users.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
      ],
      selected: ({ assigneeId }) => assigneeId ?? '',
      change: (value) => {
        const user = users.find(({ id }) => id === value);
        return [{ assigneeId: value || null }, { assignee: user ? { id: user.id, name: user.name } : null }];
      },
    }),
  },
  {
    name: 'dueDate',
    sortBy: 'dueDate',
    width: '9rem',
    text: ({ dueDate }) => (dueDate ? showDate(dueDate) : ''),
    input: { type: 'date', value: ({ dueDate }) => dateOf(dueDate), change: (text) => ({ dueDate: fromDate(text) }) },
  },
  {
    name: 'points',
    width: '6rem',
    text: ({ estimatedHours }) => (estimatedHours === null ? '' : showNumber(estimatedHours)),
    input: {
      type: 'number',
      value: ({ estimatedHours }) => String(estimatedHours ?? ''),
      change: (text) => ({ estimatedHours: text === '' ? null : Number(text) }),
    },
  },
  { name: 'updatedAt', sortBy: 'updatedAt', width: '8rem', text: ({ updatedAt }) => showAgo(updatedAt) },
];

const KEY = 'list-columns';

/** The columns that the reader has chosen on this browser. */
export function readColumns(): ColumnName[] {
  const kept = localStorage.getItem(KEY);
  return kept === null ? COLUMNS.map(({ name }) => name) : (kept.split(',') as ColumnName[]);
}

export const keepColumns = (names: readonly string[]): void => localStorage.setItem(KEY, names.join(','));
