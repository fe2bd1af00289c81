import { useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { useKeptKeys } from '../../lib/awaited.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { Drawer } from '../../components/drawer.tsx';
import { useTitle } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { isGone } from '../../lib/query-client.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { texts } from '../../lib/texts.ts';
import { Neighbours } from './neighbours.tsx';
import { TaskActions } from './task-actions-menu.tsx';
import { TaskView } from './task-view.tsx';
import { usePresentTid } from './use-present-tid.ts';

/** A task over the screen where it was opened: `?task=WEB-12`. */
export default function TaskDrawer({ tid, onClose: close }: { tid: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(taskQuery(tid));
  const isLost = error !== null && isGone(error);
  // Of a task that is out of reach now nothing is left but its number.
  const task = isLost ? undefined : data;
  const changeAddress = useChangeAddress();
  usePresentTid(tid, task, (now) => changeAddress({ task: now }, { replace: true }));
  useKeptKeys(!data && !error, close);
  useTitle(task?.title ?? '', task?.tid ?? tid.toUpperCase());
  return (
    <Drawer title={task ? `${task.tid} ${task.title}` : tid.toUpperCase()} onClose={close}>
      <div className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-raised px-4 py-1.5">
        <span className="text-sm text-muted">{task?.tid ?? tid.toUpperCase()}</span>
        <Neighbours tid={tid.toUpperCase()} onGo={(next) => changeAddress({ task: next }, { replace: true })} />
        <div className="ml-auto flex items-center gap-1">
          {task && <TaskActions task={task} onDelete={close} />}
          <Link
            to="/tasks/$tid"
            params={{ tid }}
            aria-label={texts.common.open}
            title={texts.common.open}
            className="hit inline-flex items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <Maximize2 size={15} aria-hidden />
          </Link>
          <IconButton label={texts.common.close} onClick={close}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
      {isLost ? (
        <Failure text={texts.notFound.text} />
      ) : task ? (
        <TaskView task={task} headingLevel={2} />
      ) : error ? (
        <Failure text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="p-4" rows={8} />
      )}
    </Drawer>
  );
}
