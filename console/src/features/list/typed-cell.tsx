import { useState } from 'react';
import type { Task } from '../../lib/model.ts';
import { changeTask } from '../../lib/tasks.ts';
import { list } from '../../lib/texts/list.ts';
import type { Column } from './columns.tsx';

interface TypedCellProps {
  task: Task;
  column: Column;
  input: NonNullable<Column['input']>;
}

/** A cell that is typed: a button, and a box once it is pressed. Enter or going on saves, Escape does not. */
export function TypedCell({ task, column: { name, text }, input: { type, value, change } }: TypedCellProps) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <button
        type="button"
        aria-label={list.cell(text(task), list.names[name], task.tid)}
        onClick={() => setDraft(value(task))}
        className="hit flex w-full items-center rounded-md px-1 text-left hover:bg-raised"
      >
        {text(task)}
      </button>
    );
  }
  const save = () => {
    setDraft(undefined);
    if (draft !== value(task)) void changeTask(task, change(draft));
  };
  return (
    <input
      type={type}
      aria-label={list.field(list.names[name], task.tid)}
      min={0}
      step="any"
      autoFocus
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save();
        if (key === 'Escape') setDraft(undefined);
      }}
      className="field hit"
    />
  );
}
