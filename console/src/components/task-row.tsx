import type { ReactNode } from 'react';
import type { Task } from '../lib/model.ts';
import { StatusIcon } from './marks.tsx';
import { TaskLink } from './task-link.tsx';

/** A task in one line. */
export function TaskRow({ task, children }: { task: Pick<Task, 'tid' | 'title' | 'status'>; children?: ReactNode }) {
  return (
    <li data-task className="flex min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <StatusIcon status={task.status} />
      <TaskLink tid={task.tid} className="control flex min-w-0 grow items-center gap-2">
        <span className="shrink-0 text-xs text-muted">{task.tid}</span>
        <span className="truncate">{task.title}</span>
      </TaskLink>
      {children}
    </li>
  );
}
