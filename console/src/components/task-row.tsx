import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import type { Task } from '../lib/model.ts';
import { useIsSelected } from '../lib/selection.ts';
import { StatusIcon } from './marks.tsx';
import { TaskLink } from './task-link.tsx';

type RowTask = Pick<Task, 'id' | 'tid' | 'title' | 'status'>;

/** A task in one line; its title takes two on narrow screens. */
export function TaskRow({ task, children }: { task: RowTask; children?: ReactNode }) {
  const isSelected = useIsSelected(task.id);
  return (
    <li
      data-task={task.id}
      className={cx(
        'flex min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover max-lg:py-1',
        isSelected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <StatusIcon status={task.status} />
      <TaskLink tid={task.tid} className="control flex min-w-0 grow items-center gap-2">
        <span className="shrink-0 text-xs text-muted">{task.tid}</span>
        <span dir="auto" className="title">
          {task.title}
        </span>
      </TaskLink>
      {children}
    </li>
  );
}
