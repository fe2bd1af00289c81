import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import * as boardTexts from '../../lib/texts/board.texts.ts';
import { fieldsOf, type Lane } from './lanes.ts';
import { keyOf } from '../../lib/keys.ts';

/** At the foot of a lane: a title, Enter, and the next one. */
export function QuickAdd({ projectId, lane }: { projectId: string; lane: Lane }) {
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const isKeyed = useRef(false);
  const form = useSubmit(
    () => client.createTask({ body: { projectId, title, ...fieldsOf(lane) } }),
    () => {
      setTitle('');
      void refreshTasks();
    },
  );
  if (!isOpen) {
    return (
      <button
        type="button"
        autoFocus={isKeyed.current}
        className="control m-1 flex shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink"
        onClick={() => {
          isKeyed.current = false;
          setOpen(true);
        }}
      >
        <Plus size={14} aria-hidden />
        {boardTexts.board.addTask}
      </button>
    );
  }
  return (
    <form className="flex shrink-0 flex-col gap-1 p-2" onSubmit={(event) => void form.submit(event)}>
      <input
        aria-label={boardTexts.board.taskTitle}
        aria-invalid={form.errors['title'] !== undefined || undefined}
        placeholder={boardTexts.board.taskTitle}
        autoFocus
        className="field control"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={() => title === '' && setOpen(false)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Escape') return;
          isKeyed.current = true;
          setTitle('');
          setOpen(false);
        }}
      />
      {(form.errors['title'] ?? form.failure) && (
        <p role="alert" className="text-xs text-danger">
          {form.errors['title'] ?? form.failure}
        </p>
      )}
    </form>
  );
}
