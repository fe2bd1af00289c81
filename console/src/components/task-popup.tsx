import { type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Acted, actedOnText, changeActedOn } from '../lib/acted-on.ts';
import { dueDayOf, fromDate } from '../lib/format.ts';
import { keyOf } from '../lib/keys.ts';
import type { Task } from '../lib/model.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { isSelected, selection } from '../lib/selection.ts';
import { findShownTask, type Shown, type TaskChange } from '../lib/tasks.ts';
import { list } from '../lib/texts/list.texts.ts';
import { task as words } from '../lib/texts/work.texts.ts';
import PickerList from './picker-list.tsx';
import { refuseUnreadable } from './readable.ts';
import { usePopover } from './use-popover.ts';
import { type EditedField, type TaskEditor, useTaskEditors } from './task-editors.tsx';

/** What opens beside a card: a list, or the box of a date. */
export type PopupField = EditedField | 'dueDate';

interface TaskPopupProps {
  task: Task;
  field: PopupField;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What a field of a task can be set to, beside its card; of all that is selected where the task is among it. */
export default function TaskPopup(props: TaskPopupProps) {
  const { field, ...rest } = props;
  return field === 'dueDate' ? <DatePopup {...rest} /> : <ListPopup {...rest} field={field} />;
}

function DatePopup({ task, anchor, onClose }: Omit<TaskPopupProps, 'field'>) {
  const popup = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [about] = useState(() => actedOnText(task));
  usePopover(popup, anchor, onClose);
  useEffect(() => input.current?.focus(), []);
  const save = (box: HTMLInputElement) => {
    if (!refuseUnreadable(box) && box.value !== dueDayOf(task.dueDate))
      void changeActedOn(task, () => [{ dueDate: fromDate(box.value) }]);
  };
  return (
    <div ref={popup} popover="manual" className="pop fixed inset-auto m-0 flex flex-col gap-1 p-2">
      {about !== undefined && <p className="text-xs text-muted">{about}</p>}
      <input
        ref={input}
        type="date"
        aria-label={list.fieldOf(words.dueDate, about ?? task.tid)}
        defaultValue={about ? '' : dueDayOf(task.dueDate)}
        onKeyDown={(event) => {
          const key = keyOf(event);
          if (key !== 'Enter' && key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (key === 'Enter') save(event.currentTarget);
          onClose();
        }}
        className="field control"
      />
    </div>
  );
}

function ListPopup({ task, field, anchor, onClose }: TaskPopupProps & { field: EditedField }) {
  const project = useContext(ProjectContext);
  const editor = useTaskEditors(project?.id)[field];
  const about = useMemo(() => actedOnText(task), [task]);
  const [chosen, choose] = useState(() => (about ? inCommon(editor) : editor.selected(task)));
  return (
    <PickerList
      label={list.fieldOf(editor.label, about ?? task.tid)}
      about={about}
      options={editor.options}
      keys={editor.keys}
      isReading={editor.isReading}
      selected={chosen}
      isMultiple={editor.isMultiple ?? false}
      anchor={anchor}
      onClose={onClose}
      onChange={(values) => {
        choose(values);
        void changeActedOn(task, (one) =>
          about && editor.isMultiple ? changeOf(editor, one, chosen, values) : editor.change(values),
        );
      }}
    />
  );
}

/** What all of the selected tasks that are in memory have. */
function inCommon(editor: TaskEditor): string[] {
  const tasks = [...selection.present().ids].flatMap((id) => findShownTask((one) => one.id === id) ?? []);
  const isAll = selection.present().isAll;
  const [first = [], ...others] = isAll
    ? []
    : tasks.filter(({ id }) => isSelected(selection.present(), id)).map(editor.selected);
  return first.filter((value) => others.every((values) => values.includes(value)));
}

/** Each of them keeps what only it has. */
function changeOf(
  editor: TaskEditor,
  one: Acted,
  before: readonly string[],
  values: readonly string[],
): [TaskChange, Shown?] {
  const own = (one.labels ?? []).map(({ id }) => id).filter((id) => values.includes(id) || !before.includes(id));
  return editor.change([...new Set([...own, ...values.filter((id) => !before.includes(id))])]);
}
