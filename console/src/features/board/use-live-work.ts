import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../lib/api.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { patchTask } from '../../lib/tasks.ts';

/** What agents say has no event, and is seen within 2 s. */
const LIVE_MS = 1_500;

/** Where an agent has a task, its card says at once that it asks or hands in. */
export function useLiveWork(projectId: string | undefined, tasks: readonly Task[] | undefined): void {
  const { data } = useQuery({
    queryKey: ['work on cards', projectId],
    queryFn: ({ signal }): Promise<Pick<Task, 'id' | 'work'>[]> => {
      const filter = 'work in (working, asking, submitted)';
      const of = projectId && { projectId: [projectId] };
      return client.listTasks({ query: { filter, ...of, fields: ['id'], include: ['work'] }, signal });
    },
    enabled: tasks?.some(({ delegateId, status }) => delegateId !== null && status !== DONE) ?? false,
    refetchInterval: LIVE_MS,
  });
  useEffect(() => {
    if (!data) return;
    const works = new Map(data.map(({ id, work }) => [id, work ?? null]));
    for (const { id, work = null } of tasks ?? []) {
      const now = works.get(id) ?? null;
      if (JSON.stringify(now) !== JSON.stringify(work)) patchTask(id, (task) => ({ ...task, work: now }));
    }
  }, [data]);
}
