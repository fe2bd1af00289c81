import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Picker } from '../../components/picker.tsx';
import type { EditedField, TaskEditor } from '../../components/task-editors.tsx';
import { TypedField } from '../../components/typed-field.tsx';
import type { Task } from '../../lib/model.ts';
import { changeTask } from '../../lib/tasks.ts';
import { list } from '../../lib/texts/list.texts.ts';
import type { Column, TypedInput } from './columns.tsx';

interface CellProps {
  task: Task;
  column: Column;
  editors: Record<EditedField, TaskEditor>;
  mayWrite: boolean;
}

/** What stands in a column of a task's row, edited where it stands. */
export function Cell({ task, column, editors, mayWrite }: CellProps) {
  const { text, mark, isTextHidden, editor, input } = column;
  const shown = (
    <>
      {mark && (
        <span aria-hidden={!isTextHidden || undefined} className="inline-flex min-w-0">
          {mark(task)}
        </span>
      )}
      {!isTextHidden && <span className="truncate">{text(task)}</span>}
    </>
  );
  if (mayWrite && input) return <TypedCell task={task} column={column} input={input} />;
  if (mayWrite && editor) return <ChosenCell task={task} column={column} shown={shown} editor={editors[editor]} />;
  return <span className="flex min-w-0 items-center gap-1.5 px-1">{shown}</span>;
}

interface ChosenCellProps {
  task: Task;
  column: Column;
  editor: TaskEditor;
  shown: ReactNode;
}

function ChosenCell({ task, column: { label, text }, editor, shown }: ChosenCellProps) {
  return (
    <Picker
      label={list.cell(text(task), label, task.tid)}
      options={editor.options}
      isReading={editor.isReading}
      selected={editor.selected(task)}
      isMultiple={editor.isMultiple ?? false}
      onChange={(values) => void changeTask(task, ...editor.change(values))}
      className="hit flex w-full items-center gap-1.5 rounded-md px-1 text-left hover:bg-raised"
    >
      {shown}
    </Picker>
  );
}

/** A cell that is typed where it stands. */
function TypedCell({
  task,
  column: { label, text },
  input: { type, isHours = false, value, change },
}: {
  task: Task;
  column: Column;
  input: TypedInput;
}) {
  return (
    <TypedField
      type={type}
      isHours={isHours}
      label={list.fieldOf(label, task.tid)}
      buttonLabel={list.cell(text(task), label, task.tid)}
      value={value(task)}
      onSave={(typed) => void changeTask(task, change(typed))}
      className="hit flex w-full items-center rounded-md px-1 text-left hover:bg-raised"
    >
      {text(task)}
    </TypedField>
  );
}

/** The title, edited where it stands: by its button, or by `e` on the row. */
export function TitleCell({ task }: { task: Task }) {
  return (
    <TypedField
      type="text"
      field="row-title"
      label={list.fieldOf(list.names.title, task.tid)}
      buttonLabel={list.editTitle(task.tid)}
      value={task.title}
      onSave={(title) => void changeTask(task, { title: title.trim() })}
      className="hit inline-flex shrink-0 items-center justify-center rounded-md text-muted opacity-0 group-hover/title:opacity-100 hover:bg-raised hover:text-ink focus-visible:opacity-100 pointer-coarse:hidden"
    >
      <Pencil size={14} aria-hidden />
    </TypedField>
  );
}
