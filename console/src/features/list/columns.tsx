import type { ReactNode } from 'react';
import { Bot, CircleUser } from 'lucide-react';
import { ColourDot, LabelChips, shownLabels } from '../../components/label-chips.tsx';
import { hoursOrNone } from '../../components/hours-input.tsx';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import type { EditedField } from '../../components/task-editors.tsx';
import { shownValue } from '../../components/shown-value.ts';
import { type CustomField, isOfProject, isOwnName, type OwnName, ownNameOf } from '../../lib/fields.ts';
import { showNumber } from '../../lib/figures.ts';
import { showPromisedDay } from '../../lib/promise-days.ts';
import { dueDayOf, fromDate, isPast, showAgo, showDue, showMoment } from '../../lib/format.ts';
import type { Sort } from '../../components/shown-tasks.ts';
import { DONE, type Task } from '../../lib/model.ts';
import type { TaskChange } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.texts.ts';

export type ColumnName = keyof typeof list.names | OwnName;

/** How a cell is typed where it stands. */
export interface TypedInput {
  type: 'date' | 'url' | 'text';
  isHours?: boolean;
  value: (task: Task) => string;
  change: (text: string) => TaskChange;
}

export interface Column {
  name: ColumnName;
  label: string;
  /** Of the company's own fields. */
  own?: CustomField;
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
  /** How the text looks, where that says something. */
  look?: (task: Task) => string | undefined;
  /** The room that marks take beside the text, in pixels. */
  marksWidth?: (task: Task) => number;
  /** What it is chosen from where it stands. */
  editor?: EditedField;
  /** What is told of it to those who point at it. */
  title?: (task: Task) => string;
  /** How it is shown where titles would else have little room: the mark says it all, or the text is short. */
  brief?: Partial<Column>;
}

/** An icon, an avatar and what is around the name of a label, with the gap behind them. */
const ICON = 20;
const AVATAR = 26;
const CHIP = 32;
const DOT = 12;

/** The name of what a task names by its id; empty for nothing, and until it is known. */
export type NameOf = (kind: 'sprint' | 'epic' | 'person' | 'project', id: string | null) => string;

/** `isOfOneProject`: sprints and epics can be chosen, all are of one project. */
export const columnsFor = (nameOf: NameOf, isOfOneProject: boolean): Column[] => [
  {
    name: 'status',
    label: list.names.status,
    sortBy: 'status',
    text: ({ status }) => status,
    mark: ({ status }) => <StatusIcon status={status} />,
    marksWidth: () => ICON,
    editor: 'status',
  },
  {
    name: 'priority',
    label: list.names.priority,
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
    label: list.names.assignee,
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
    name: 'delegate',
    label: list.names.delegate,
    text: ({ delegate }) => delegate?.name ?? '',
    mark: ({ delegate }) => delegate && <Bot size={14} className="text-muted" />,
    marksWidth: ({ delegate }) => (delegate ? ICON : 0),
  },
  {
    name: 'labels',
    label: list.names.labels,
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
    name: 'project',
    label: list.names.project,
    text: ({ projectId }) => nameOf('project', projectId),
  },
  {
    name: 'sprint',
    label: list.names.sprint,
    text: ({ sprintId }) => nameOf('sprint', sprintId),
    ...(isOfOneProject && { editor: 'sprint' }),
  },
  {
    name: 'epic',
    label: list.names.epic,
    text: ({ epicId }) => nameOf('epic', epicId),
    ...(isOfOneProject && { editor: 'epic' }),
  },
  {
    name: 'startDate',
    label: list.names.startDate,
    sortBy: 'startDate',
    text: ({ startDate }) => (startDate ? showDue(startDate) : ''),
    input: {
      type: 'date',
      value: ({ startDate }) => dueDayOf(startDate),
      change: (text) => ({ startDate: fromDate(text) }),
    },
  },
  {
    name: 'dueDate',
    label: list.names.dueDate,
    sortBy: 'dueDate',
    text: ({ dueDate }) => (dueDate ? showDue(dueDate) : ''),
    look: ({ dueDate, status }) =>
      dueDate && status !== DONE && isPast(dueDate) ? 'font-medium text-danger' : undefined,
    input: { type: 'date', value: ({ dueDate }) => dueDayOf(dueDate), change: (text) => ({ dueDate: fromDate(text) }) },
  },
  {
    name: 'points',
    label: list.names.points,
    text: ({ estimatedHours }) => (estimatedHours === null ? '' : showNumber(estimatedHours)),
    input: {
      type: 'text',
      isHours: true,
      value: ({ estimatedHours }) => String(estimatedHours ?? ''),
      change: (text) => ({ estimatedHours: hoursOrNone(text) }),
    },
  },
  {
    name: 'logged',
    label: list.names.logged,
    text: ({ loggedHours }) => (loggedHours ? list.hours(showNumber(loggedHours)) : ''),
  },
  {
    name: 'createdBy',
    label: list.names.createdBy,
    text: ({ createdById }) => nameOf('person', createdById),
  },
  {
    name: 'updatedAt',
    label: list.names.updatedAt,
    sortBy: 'updatedAt',
    text: ({ updatedAt }) => showAgo(updatedAt),
    brief: { text: ({ updatedAt }) => showAgo(updatedAt, true) },
  },
  {
    name: 'createdAt',
    label: list.names.createdAt,
    sortBy: 'createdAt',
    text: ({ createdAt }) => showAgo(createdAt),
    title: ({ createdAt }) => showMoment(createdAt),
    brief: { text: ({ createdAt }) => showAgo(createdAt, true) },
  },
  {
    name: 'promised',
    label: list.names.promised,
    text: ({ promise }) => (promise ? showPromisedDay(promise.until) : ''),
  },
];

const SORTED_TYPES: readonly CustomField['type'][] = ['text', 'number', 'date', 'select', 'checkbox'];

/** The columns that the company's own fields add in the project, or in all. */
export const ownColumns = (fields: readonly CustomField[], projectId: string | undefined): Column[] =>
  fields
    .filter((field) => !field.archived && (projectId === undefined || isOfProject(field, projectId)))
    .map((field) => ({
      name: ownNameOf(field),
      label: field.name,
      own: field,
      ...(SORTED_TYPES.includes(field.type) && { sortBy: ownNameOf(field) }),
      text: ({ custom }) => shownValue(field, custom?.[field.key]),
    }));

export const briefOf = (column: Column): Column => ({ ...column, ...column.brief });

/** What the API calls a column, where that is another word. */
const API_NAMES: Partial<Record<string, string>> = {
  points: 'estimatedHours',
  promised: 'promise',
  delegate: 'delegateId',
  logged: 'loggedHours',
  createdBy: 'createdById',
};

const ALL: readonly ColumnName[] = columnsFor(() => '', true).map(({ name }) => name);
/** The others are shown where somebody chooses them. */
const UNUSUAL: readonly ColumnName[] = ['delegate', 'project', 'sprint', 'epic', 'startDate', 'logged', 'createdBy'];
const USUAL = ALL.filter((name) => !UNUSUAL.includes(name));

/** The columns of a saved view, and back; null for all of the usual ones. */
export const fromView = (names: readonly string[]): ColumnName[] => [
  ...ALL.filter((name) => names.includes(API_NAMES[name] ?? name)),
  ...names.filter(isOwnName),
];

export function toView(names: readonly ColumnName[]): string[] | null {
  const shown = [...ALL.filter((name) => names.includes(name)), ...names.filter(isOwnName)];
  return shown.join() === USUAL.join() ? null : shown.map((name) => API_NAMES[name] ?? name);
}

const KEY = 'list-columns';

/** The columns that the reader has chosen on this browser. */
export function readColumns(): ColumnName[] {
  const kept = localStorage.getItem(KEY);
  return kept === null ? [...USUAL] : (kept.split(',') as ColumnName[]);
}

export const keepColumns = (names: readonly string[]): void => localStorage.setItem(KEY, names.join(','));
