import { type KeyboardEvent, useId, useState } from 'react';
import { cx } from '../lib/cx.ts';
import * as taskTexts from '../lib/texts/task.texts.ts';
import { nameOf, useFoundTasks } from './found-tasks.ts';
import { keyOf } from '../lib/keys.ts';

/** A box in which a task is found by title or number. */
export default function FindTask({
  not,
  firstOf,
  onFound,
  onClose,
}: {
  not: readonly string[];
  firstOf: string;
  onFound: (id: string) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const shown = useFoundTasks({ text, not, firstOf });
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const task = shown[active];
    if (step) setActive((active + step + shown.length) % Math.max(1, shown.length));
    else if (key === 'Escape') onClose();
    // Around it, a form stays as it is.
    else if (key !== 'Enter') return;
    else if (task) onFound(task.id);
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
