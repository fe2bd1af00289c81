import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelegateEditor } from '../components/delegate-editor.tsx';
import { readIds } from '../components/selected-tasks.ts';
import { type TaskEditor, useTaskEditors } from '../components/task-editors.tsx';
import { changeActedOn } from '../lib/acted-on.ts';
import { useAddress, useNames } from '../lib/address.ts';
import { fromDate } from '../lib/format.ts';
import type { Task } from '../lib/model.ts';
import { oneTask, useOpen } from '../lib/opening.ts';
import { mayWriteTask, useUser } from '../lib/queries.ts';
import { countOf, isSelected, selection, useSelection } from '../lib/selection.ts';
import { taskQuery } from '../lib/task-queries.ts';
import { findShownTask, knownTasks, type Shown, type TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { palette as words } from '../lib/texts/palette.texts.ts';
import { task as taskWords } from '../lib/texts/work.texts.ts';
import type { Command, CommandGroup } from './palette-groups.ts';

/** So many values of a field are shown before one types. */
const MOST_VALUES = 12;
const POINTS = [1, 2, 3, 5, 8, 13];
const DAY = 86_400_000;

/** The task that had the focus when the palette was asked for, else the one that is open. */
function useTaskAtHand(): Task | undefined {
  const [focused] = useState(() => document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset['task']);
  const { task: shown } = useAddress();
  const { tid = shown } = useNames();
  const { data: open } = useQuery({ ...taskQuery(tid ?? ''), enabled: false });
  const selected = useSelection();
  const { ids, isAll } = selected;
  if (isAll) return findShownTask(({ id }) => isSelected(selected, id));
  if (ids.size > 0) return [...knownTasks(ids).values()][0];
  return (focused ? findShownTask(({ id }) => id === focused) : undefined) ?? (tid ? open : undefined);
}

/** Everything that the task at hand, or the selection, can be given. */
export function useTaskCommands(onClose: () => void): CommandGroup | undefined {
  const task = useTaskAtHand();
  const editors = useTaskEditors(task?.projectId);
  const delegate = useDelegateEditor(task?.projectId);
  const open = useOpen();
  const own = useUser()?.id;
  const selected = useSelection();
  if (!task || !mayWriteTask(task)) return undefined;
  const number = countOf(selected, selection.everything()?.total ?? 0);
  const change = (changeOf: (one: Pick<Task, 'labels'>) => [TaskChange, Shown?]) => () => {
    onClose();
    void changeActedOn(task, changeOf);
  };
  const valuesOf = (editor: TaskEditor, key?: string): Command[] =>
    editor.options.map(({ value, label }) => ({
      text: words.property(editor.label, label),
      key: [key, keyOf(editor, value)].filter(Boolean).join(' ') || undefined,
      run: change(() => editor.change([value])),
    }));
  const { labels } = editors;
  const besides = (now: Task['labels'] = [], id: string) => now.map((one) => one.id).filter((one) => one !== id);
  const fields: Command[][] = [
    valuesOf(editors.priority, 'p'),
    valuesOf(editors.status, 's'),
    valuesOf(editors.assignee, 'a').map((one, index) =>
      editors.assignee.options[index]?.value === own ? { ...one, key: 'i' } : one,
    ),
    labels.options.map(({ value, label }) => ({
      text: words.property(words.label, label),
      key: 'l',
      run: change(({ labels: now }) => labels.change([...besides(now, value), value])),
    })),
    valuesOf(editors.sprint),
    valuesOf(editors.epic),
    valuesOf(delegate),
    dueDays().map(([name, date]) => ({
      text: words.property(taskWords.dueDate, name),
      key: 'd',
      run: change(() => [{ dueDate: fromDate(date) }]),
    })),
    [...POINTS, null].map((points) => ({
      text: words.property(taskWords.points, points === null ? texts.common.none : String(points)),
      run: change(() => [{ estimatedHours: points }]),
    })),
  ];
  const read = () => readIds(selected, selection.everything());
  const tasks = number > 0 ? { name: texts.common.tasks(number), read } : oneTask(task);
  const others: Command[] = [
    { text: texts.common.duplicate, run: () => open({ what: 'duplicate', tasks }) },
    { text: texts.common.moveToProject, run: () => open({ what: 'transfer', tasks }) },
  ];
  // Of each field the first few come before the rest, which one types for.
  const first = fields.flatMap((values) => values.slice(0, MOST_VALUES));
  const rest = fields.flatMap((values) => values.slice(MOST_VALUES));
  return {
    name: number > 1 ? texts.common.tasks(number) : task.tid,
    commands: [...first, ...others, ...rest],
    most: first.length + others.length,
  };
}

const keyOf = ({ keys = {} }: TaskEditor, value: string): string | undefined =>
  Object.keys(keys).find((key) => keys[key] === value);

/** Days that tasks are often due on, as `input type=date` writes them. */
function dueDays(): [name: string, date: string][] {
  const ahead = (days: number) => new Intl.DateTimeFormat('sv').format(Date.now() + days * DAY);
  const { today, tomorrow, nextWeek } = words.days;
  return [
    [today, ahead(0)],
    [tomorrow, ahead(1)],
    [nextWeek, ahead(7)],
    [texts.common.none, ''],
  ];
}
