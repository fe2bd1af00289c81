import { useState } from 'react';
import { lastAuthor } from './queries.ts';
import { client, hasStatus, ifUnchanged, isApiError, messageOf } from '../../lib/api.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toasts.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { tellWritten } from '../../lib/task-changes.ts';
import { patchTask, refreshTasks } from '../../lib/tasks.ts';

export interface Conflict {
  mine: string;
  theirs: string;
  /** Who has written theirs, where that is known. */
  who?: string | undefined;
}

/**
 * Edits a text of a task against the version that was read. When someone else has changed the same text meanwhile, both are
 * shown; a change of anything else is none of this edit's business.
 */
export function useTextEdit(task: TaskDetail, field: 'title' | 'description') {
  const [conflict, setConflict] = useState<Conflict>();
  const [error, setError] = useState<string>();
  const write = async (text: string, base: string, isOverride: boolean): Promise<boolean> => {
    const putBack = patchTask(task.id, (now) => ({ ...now, [field]: text }));
    try {
      const headers = isOverride ? {} : ifUnchanged(`/tasks/${task.id}`);
      const written = await client.updateTask({ path: { id: task.id }, body: { [field]: text }, headers });
      tellWritten({ ...task, [field]: base }, { [field]: text }, written);
      setConflict(undefined);
      setError(undefined);
      return true;
    } catch (failure) {
      putBack();
      if (hasStatus(failure, 412) && !isOverride) return await again(text, base);
      const detail = isApiError(failure) ? failure.details?.[field] : undefined;
      setError(detail ?? messageOf(failure));
      // The drawer may be closed by now.
      if (!detail) showToast(messageOf(failure), { tone: 'danger' });
      return false;
    } finally {
      void refreshTasks();
    }
  };
  const again = async (text: string, base: string): Promise<boolean> => {
    const now = await client
      .getTask({ path: { id: task.id } })
      .catch((failure: unknown) => setError(messageOf(failure)));
    if (!now) return false;
    queryClient.setQueryData(taskQuery(task.tid).queryKey, now);
    const theirs = now[field] ?? '';
    if (theirs === base || theirs === text) return write(text, theirs, true);
    setConflict({ mine: text, theirs, who: await lastAuthor(task.id, field) });
    return false;
  };
  return {
    conflict,
    error,
    forget: () => {
      setConflict(undefined);
      setError(undefined);
    },
    // A live event may have brought their text and its ETag: with that ETag this text would overwrite theirs.
    save: (text: string, base: string) => ((task[field] ?? '') === base ? write(text, base, false) : again(text, base)),
    override: (text: string) => write(text, text, true),
  };
}
