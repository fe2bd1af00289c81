import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeOf, editorOf } from '../../components/field-editor.ts';
import { Picker } from '../../components/picker.tsx';
import type { EditedField, TaskEditor } from '../../components/task-editors.tsx';
import { TypedField } from '../../components/typed-field.tsx';
import { type CustomField, isOfProject } from '../../lib/fields.ts';
import { cx } from '../../lib/cx.ts';
import type { Task } from '../../lib/model.ts';
import { usersQuery } from '../../lib/queries.ts';
import { changeTask } from '../../lib/task-changes.ts';
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
  const { text, mark, isTextHidden, editor, input, own, look, title } = column;
  const shown = (
    <>
      {mark && (
        <span aria-hidden={!isTextHidden || undefined} className="inline-flex min-w-0">
          {mark(task)}
        </span>
      )}
      {!isTextHidden && (
        <span dir="auto" title={title?.(task)} className={cx('truncate', look?.(task))}>
          {text(task)}
        </span>
      )}
    </>
  );
  if (mayWrite && input) return <TypedCell task={task} column={column} input={input} shown={shown} />;
  if (mayWrite && editor) return <ChosenCell task={task} column={column} shown={shown} editor={editors[editor]} />;
  if (mayWrite && own && !own.archived && isOfProject(own, task.projectId)) {
    return <OwnCell task={task} column={column} field={own} shown={shown} />;
  }
  return <span className="flex min-w-0 items-center gap-1.5 px-1">{shown}</span>;
}

interface OwnCellProps {
  task: Task;
  column: Column;
  field: CustomField;
  shown: ReactNode;
}

/** A value of one of the company's own fields. */
function OwnCell({ task, column, field, shown }: OwnCellProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const value = editorOf(field, users);
  const now = task.custom?.[field.key];
  if (value.kind === 'typed') {
    const { type, text, valueOf } = value;
    const input = { type, value: () => text(now), change: (typed: string) => changeOf(field, valueOf(typed)) };
    return <TypedCell task={task} column={column} input={input} shown={shown} />;
  }
  const { options, isMultiple, selected, valueOf } = value;
  const editor: TaskEditor = {
    label: field.name,
    options,
    isMultiple,
    selected: () => selected(now),
    change: (names) => [changeOf(field, valueOf(names))],
  };
  return <ChosenCell task={task} column={column} shown={shown} editor={editor} />;
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
      keys={editor.keys}
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
  shown,
}: {
  task: Task;
  column: Column;
  input: TypedInput;
  shown: ReactNode;
}) {
  return (
    <TypedField
      type={type}
      isHours={isHours}
      label={list.fieldOf(label, task.tid)}
      buttonLabel={list.cell(text(task), label, task.tid)}
      value={value(task)}
      onSave={(typed) => void changeTask(task, change(typed))}
      className="hit flex w-full min-w-0 items-center rounded-md px-1 text-left hover:bg-raised"
    >
      {shown}
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
