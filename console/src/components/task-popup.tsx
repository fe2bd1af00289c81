import { type RefObject, useContext, useMemo, useState } from 'react';
import { type Acted, actedOnText, changeActedOn } from '../lib/acted-on.ts';
import type { Task } from '../lib/model.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { isSelected, selection } from '../lib/selection.ts';
import { findShownTask, type Shown, type TaskChange } from '../lib/tasks.ts';
import { list } from '../lib/texts/list.texts.ts';
import PickerList from './picker-list.tsx';
import { type EditedField, type TaskEditor, useTaskEditors } from './task-editors.tsx';

interface TaskPopupProps {
  task: Task;
  field: EditedField;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What a field of a task can be set to, beside its card; of all that is selected where the task is among it. */
export default function TaskPopup({ task, field, anchor, onClose }: TaskPopupProps) {
  const project = useContext(ProjectContext);
  const editor = useTaskEditors(project?.id)[field];
  const about = useMemo(() => actedOnText(task), [task]);
  const [chosen, choose] = useState(() => (about ? inCommon(editor) : editor.selected(task)));
  return (
    <PickerList
      label={list.fieldOf(editor.label, about ?? task.tid)}
      about={about}
      options={editor.options}
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
