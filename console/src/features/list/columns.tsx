import type { ReactNode } from 'react';
import { CircleUser } from 'lucide-react';
import { ColourDot, LabelChips, shownLabels } from '../../components/label-chips.tsx';
import { hoursOrNone } from '../../components/hours-input.tsx';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import type { EditedField } from '../../components/task-editors.tsx';
import { showNumber } from '../../lib/figures.ts';
import { showPromisedDay } from '../../lib/promise-days.ts';
import { dueDayOf, fromDate, showAgo, showDue } from '../../lib/format.ts';
import type { Sort } from '../../components/shown-tasks.ts';
import type { Task } from '../../lib/model.ts';
import type { TaskChange } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.texts.ts';

export type ColumnName = keyof typeof list.names;

/** How a cell is typed where it stands. */
export interface TypedInput {
  type: 'date' | 'text';
  isHours?: boolean;
  value: (task: Task) => string;
  change: (text: string) => TaskChange;
}

export interface Column {
  name: ColumnName;
  /** The API's own sort; undefined where it has none. */
  sortBy?: Sort['sortBy'];
  /** What the cell shows, as text. */
  text: (task: Task) => string;
  /** What stands before the text, or in its place. */
  mark?: (task: Task) => ReactNode;
  isTextHidden?: boolean;
  /** The text is no part of the mark either. */
  hasMarkAlone?: boolean;
  input?: TypedInput;
  /** The room that marks take beside the text, in pixels. */
  marksWidth?: (task: Task) => number;
  /** What it is chosen from where it stands. */
  editor?: EditedField;
  /** How it is shown where titles would else have little room: the mark says it all, or the text is short. */
  brief?: Partial<Column>;
}

/** An icon, an avatar and what is around the name of a label, with the gap behind them. */
const ICON = 20;
const AVATAR = 26;
const CHIP = 32;
const DOT = 12;

export const COLUMNS: readonly Column[] = [
  {
    name: 'status',
    sortBy: 'status',
    text: ({ status }) => status,
    mark: ({ status }) => <StatusIcon status={status} />,
    marksWidth: () => ICON,
    editor: 'status',
  },
  {
    name: 'priority',
    sortBy: 'priority',
    text: ({ priority }) => priority,
    mark: ({ priority }) => <PriorityIcon priority={priority} withName />,
    marksWidth: () => ICON,
    isTextHidden: true,
    editor: 'priority',
    brief: { mark: ({ priority }) => <PriorityIcon priority={priority} />, hasMarkAlone: true },
  },
  {
    name: 'assignee',
    text: ({ assignee }) => assignee?.name ?? texts.common.nobody,
    mark: ({ assignee }) => assignee && <Avatar name={assignee.name} />,
    marksWidth: ({ assignee }) => (assignee ? AVATAR : 0),
    editor: 'assignee',
    brief: {
      mark: ({ assignee }) => (
        <>
          {assignee ? <Avatar name={assignee.name} /> : <CircleUser size={20} aria-hidden className="text-muted" />}
          <span className="sr-only">{assignee?.name ?? texts.common.nobody}</span>
        </>
      ),
      isTextHidden: true,
      hasMarkAlone: true,
    },
  },
  {
    name: 'labels',
    text: ({ labels = [] }) => shownLabels(labels),
    mark: ({ labels = [] }) => (
      <span className="flex gap-1 overflow-hidden">
        <LabelChips labels={labels} />
      </span>
    ),
    isTextHidden: true,
    marksWidth: ({ labels = [] }) => labels.length * CHIP,
    editor: 'labels',
    brief: {
      mark: ({ labels = [] }) => (
        <span title={shownLabels(labels)} className="flex gap-1 overflow-hidden">
          {labels.map(({ id, color }) => (
            <ColourDot key={id} color={color} />
          ))}
          <span className="sr-only">{shownLabels(labels)}</span>
        </span>
      ),
      marksWidth: ({ labels = [] }) => labels.length * DOT,
      hasMarkAlone: true,
    },
  },
  {
    name: 'dueDate',
    sortBy: 'dueDate',
    text: ({ dueDate }) => (dueDate ? showDue(dueDate) : ''),
    input: { type: 'date', value: ({ dueDate }) => dueDayOf(dueDate), change: (text) => ({ dueDate: fromDate(text) }) },
  },
  { name: 'promised', text: ({ promise }) => (promise ? showPromisedDay(promise.until) : '') },
  {
    name: 'points',
    text: ({ estimatedHours }) => (estimatedHours === null ? '' : showNumber(estimatedHours)),
    input: {
      type: 'text',
      isHours: true,
      value: ({ estimatedHours }) => String(estimatedHours ?? ''),
      change: (text) => ({ estimatedHours: hoursOrNone(text) }),
    },
  },
  {
    name: 'updatedAt',
    sortBy: 'updatedAt',
    text: ({ updatedAt }) => showAgo(updatedAt),
    brief: { text: ({ updatedAt }) => showAgo(updatedAt, true) },
  },
];

const BRIEF = new Map(COLUMNS.map((column) => [column, { ...column, ...column.brief }]));
export const briefOf = (column: Column): Column => BRIEF.get(column) ?? column;

/** What the API calls a column, where that is another word. */
const API_NAMES: Partial<Record<ColumnName, string>> = { points: 'estimatedHours', promised: 'promise' };

/** The columns of a saved view, and back; null for all, which are the usual ones. */
export const fromView = (names: readonly string[]): ColumnName[] =>
  COLUMNS.map(({ name }) => name).filter((name) => names.includes(API_NAMES[name] ?? name));

export function toView(names: readonly ColumnName[]): string[] | null {
  const shown = COLUMNS.map(({ name }) => name).filter((name) => names.includes(name));
  return shown.length === COLUMNS.length ? null : shown.map((name) => API_NAMES[name] ?? name);
}

const KEY = 'list-columns';

/** The columns that the reader has chosen on this browser. */
export function readColumns(): ColumnName[] {
  const kept = localStorage.getItem(KEY);
  return kept === null ? COLUMNS.map(({ name }) => name) : (kept.split(',') as ColumnName[]);
}

export const keepColumns = (names: readonly string[]): void => localStorage.setItem(KEY, names.join(','));
