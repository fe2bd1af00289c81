import { useEffect } from 'react';
import type { TaskDetail } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { taskQuery } from '../../lib/task-queries.ts';

/** A tid of before in the address becomes the present one: `go` is told that. */
export function usePresentTid(asked: string, task: TaskDetail | undefined, go: (tid: string) => void): void {
  const isFormer = task?.formerTids.includes(asked.toUpperCase());
  useEffect(() => {
    if (!task || !isFormer) return;
    queryClient.setQueryData(taskQuery(task.tid).queryKey, task);
    go(task.tid);
  }, [isFormer, task?.tid]);
}
