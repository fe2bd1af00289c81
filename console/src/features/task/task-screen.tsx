import { useNames } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { NotFound } from '../../components/not-found.tsx';
import { messageOf } from '../../components/form.tsx';
import { Screen } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { isGone } from '../../lib/query-client.ts';
import { taskQuery } from '../../lib/tasks.ts';
import { TaskActions } from './task-actions-menu.tsx';
import { TaskView } from './task-view.tsx';

/** A task by itself: the address that is sent to others. */
export function TaskScreen() {
  const { tid = '' } = useNames();
  const navigate = useNavigate();
  const { data: task, error, refetch } = useQuery(taskQuery(tid));
  if (error && isGone(error)) return <NotFound />;
  if (error && !task) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton className="p-4" rows={8} />;
  return (
    <Screen title={task.title} actions={<TaskActions task={task} onDelete={() => void navigate({ to: '/' })} />}>
      <div className="mx-auto w-full max-w-3xl">
        <TaskView task={task} headingLevel={undefined} />
      </div>
    </Screen>
  );
}
