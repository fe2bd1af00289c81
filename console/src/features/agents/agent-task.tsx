import type { ReactNode } from 'react';
import { ColleagueAvatar } from '../../components/colleague-avatar.tsx';
import { StatusIcon } from '../../components/marks.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import type { Task } from '../../lib/model.ts';

interface AgentTaskProps {
  task: Pick<Task, 'id' | 'tid' | 'title' | 'status'>;
  /** The name of its agent. */
  agent: string;
  children?: ReactNode;
}

/** A task of an agent, and what there is to do about it. */
export function AgentTask({ task: { tid, title, status }, agent, children }: AgentTaskProps) {
  return (
    <li className="flex min-w-0 flex-col gap-2 px-3 py-2">
      <div className="flex min-w-0 items-center gap-2">
        <StatusIcon status={status} />
        <TaskLink tid={tid} className="control flex min-w-0 grow items-center gap-2 hover:underline">
          <span className="shrink-0 text-xs text-muted">{tid}</span>
          <span className="title">{title}</span>
        </TaskLink>
        <span className="inline-flex shrink-0 items-center gap-1.5 text-sm text-muted">
          <ColleagueAvatar name={agent} />
          {agent}
        </span>
      </div>
      {children && <div className="flex flex-col gap-2 pb-1 sm:pl-6">{children}</div>}
    </li>
  );
}
