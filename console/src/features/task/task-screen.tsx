import { messageOf } from '../../lib/api.ts';
import { useNames } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { NotFound } from '../../components/not-found.tsx';
import { Screen } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import type { TaskDetail } from '../../lib/model.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { isGone } from '../../lib/query-client.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { TaskActions } from './task-actions-menu.tsx';
import { TaskView } from './task-view.tsx';
import { usePresentTid } from './use-present-tid.ts';

/** A task by itself: the address that is sent to others. */
export function TaskScreen() {
  const { tid = '' } = useNames();
  const navigate = useNavigate();
  const { data: task, error, refetch } = useQuery(taskQuery(tid));
  usePresentTid(
    tid,
    task,
    (now) => void navigate({ to: '/tasks/$tid', params: { tid: now }, search: true, replace: true }),
  );
  if (error && isGone(error)) return <NotFound />;
  if (error && !task) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton className="p-4" rows={8} />;
  return (
    <Screen
      title={task.title}
      tid={task.tid}
      path={<Path task={task} />}
      actions={<TaskActions task={task} onDelete={() => void navigate({ to: '/' })} />}
    >
      <div className="mx-auto w-full max-w-6xl">
        <TaskView task={task} headingLevel={undefined} />
      </div>
    </Screen>
  );
}

/** The project, and the number in it. */
function Path({ task: { projectId, tid } }: { task: TaskDetail }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const project = projects.find(({ id }) => id === projectId);
  return (
    <p className="flex min-w-0 grow basis-0 items-center gap-2 text-sm text-muted">
      {project && (
        <>
          <Link
            to="/projects/$key/board"
            params={{ key: project.key }}
            className="hit inline-flex min-w-0 items-center rounded-sm hover:text-ink"
          >
            <span className="truncate">{project.name}</span>
          </Link>
          <span aria-hidden>/</span>
        </>
      )}
      <span className="whitespace-nowrap">{tid}</span>
    </p>
  );
}
