import { useQuery } from '@tanstack/react-query';
import { TaskLink } from '../../components/task-link.tsx';
import { taskQuery } from '../../lib/task-queries.ts';

/** A link to a task of which only the id is known; nothing where it is gone. */
export function TaskById({ id }: { id: string }) {
  const { data: task } = useQuery({ ...taskQuery(id), staleTime: Infinity });
  if (!task) return null;
  return (
    <TaskLink
      tid={task.tid}
      className="inline-flex items-center text-xs text-accent-text underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      {task.tid}
    </TaskLink>
  );
}
