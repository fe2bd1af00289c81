import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens a task in the drawer over the present screen; its address can be sent. */
export function TaskLink({ tid, className, children }: { tid: string; className?: string; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, task: tid })}
      resetScroll={false}
      draggable={false}
      data-task-link
      className={`rounded-sm ${className ?? ''}`}
    >
      {children}
    </Link>
  );
}
