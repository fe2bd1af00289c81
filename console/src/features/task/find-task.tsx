import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { client, itemsOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { fits } from '../../lib/fits.ts';
import type { Task } from '../../lib/model.ts';
import * as taskTexts from '../../lib/texts/task.ts';

const MOST = 8;

export const nameOf = ({ tid, title }: Pick<Task, 'tid' | 'title'>): string => `${tid} ${title}`;

interface Wanted {
  /** Undefined: nothing is looked for yet. */
  text: string | undefined;
  not: readonly string[];
  /** Only tasks of this project. */
  projectId?: string;
}

/**
 * The first few tasks whose title or number has the text. Until the answer to it is here, the one before gives only
 * those that fit: Enter may come first.
 */
export function useFoundTasks({ text, not, projectId }: Wanted): Task[] {
  const typed = text?.trim();
  const search = useDeferredValue(typed);
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: ['tasks', 'find', projectId, search],
    queryFn: ({ signal }) =>
      itemsOf(
        client.listTasks({
          query: {
            search: search ?? '',
            page: 1,
            limit: MOST + not.length,
            ...(projectId && { projectId: [projectId] }),
          },
          signal,
        }),
      ),
    enabled: search !== undefined,
    placeholderData: (before) => before,
  });
  const isAnswered = search === typed && !isPlaceholderData;
  const isFit = (task: Task) => isAnswered || fits(nameOf(task), typed ?? '');
  return data.filter((task) => !not.includes(task.id) && isFit(task)).slice(0, MOST);
}

/** A box in which a task is found by title or number. */
export function FindTask({
  not,
  onFound,
  onClose,
}: Pick<Wanted, 'not'> & { onFound: (id: string) => void; onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const shown = useFoundTasks({ text, not });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const task = shown[active];
    if (step) setActive((active + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter' && task) onFound(task.id);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex flex-col gap-1">
      <input
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
        aria-label={taskTexts.page.findTask}
        placeholder={taskTexts.page.findTask}
        data-adds
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="field control"
      />
      <ul id={id} role="listbox" aria-label={taskTexts.page.findTask} className="panel p-1" hidden={shown.length === 0}>
        {shown.map((task, index) => (
          <li
            key={task.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => onFound(task.id)}
            className={cx('control flex items-center truncate rounded-md px-2 text-sm', index === active && 'bg-hover')}
          >
            {nameOf(task)}
          </li>
        ))}
      </ul>
    </div>
  );
}
