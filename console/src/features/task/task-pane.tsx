import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';
import { Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { isGone } from '../../lib/query-client.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { texts } from '../../lib/texts.ts';
import type { TaskPaneProps } from '../../lib/task-pane.ts';
import { Neighbours } from './neighbours.tsx';
import { TaskView } from './task-view.tsx';

/** A task at the side of a list, as in the inbox, or in a dialog, beside whose "Close" its "Open" stands. */
export default function TaskPane({ tid, onGo }: TaskPaneProps) {
  const { data: task, error, refetch } = useQuery(taskQuery(tid));
  if (error && isGone(error)) return <Failure text={texts.notFound.text} />;
  if (error && !task) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton className="p-4" rows={8} />;
  return (
    <>
      <div className="flex items-center gap-2 px-4 pt-2 text-sm text-muted in-data-modal:pt-3 in-data-modal:pr-16">
        <span>{task.tid}</span>
        {onGo && <Neighbours tid={task.tid} isKeyed={false} onGo={onGo} />}
        <Link
          to="/tasks/$tid"
          params={{ tid }}
          aria-label={texts.common.open}
          title={texts.common.open}
          className="hit ml-auto inline-flex items-center justify-center rounded-md hover:bg-hover hover:text-ink"
        >
          <Maximize2 size={15} aria-hidden />
        </Link>
      </div>
      <TaskView task={task} headingLevel={2} />
    </>
  );
}
