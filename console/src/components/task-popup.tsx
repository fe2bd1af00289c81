import { type RefObject, useContext, useState } from 'react';
import type { Task } from '../lib/model.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { changeTask } from '../lib/tasks.ts';
import { list } from '../lib/texts/list.ts';
import { PickerList } from './picker.tsx';
import { type EditedField, useTaskEditors } from './task-editors.tsx';

interface TaskPopupProps {
  task: Task;
  field: EditedField;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What a field of a task can be set to, beside its card. */
export default function TaskPopup({ task, field, anchor, onClose }: TaskPopupProps) {
  const project = useContext(ProjectContext);
  const editor = useTaskEditors(project?.id)[field];
  const [chosen, choose] = useState(() => editor.selected(task));
  return (
    <PickerList
      label={list.fieldOf(editor.label, task.tid)}
      options={editor.options}
      selected={chosen}
      isMultiple={editor.isMultiple ?? false}
      anchor={anchor}
      onClose={onClose}
      onChange={(values) => {
        choose(values);
        void changeTask(task, ...editor.change(values));
      }}
    />
  );
}
