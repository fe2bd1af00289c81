import { client } from './api.ts';
import type { Task } from './model.ts';
import { deleteWithUndo } from './pending-deletes.ts';
import { leaveTask } from './task-focus.ts';
import { refreshTasks } from './tasks.ts';
import { texts } from './texts.ts';

/** Gone at once, for good after 8 s. */
export function removeTask({ id, tid }: Pick<Task, 'id' | 'tid'>): void {
  leaveTask(id);
  deleteWithUndo(
    [id],
    texts.common.deleted(tid),
    () => client.deleteTask({ path: { id } }),
    () => void refreshTasks(),
  );
}

/** The address of a task by itself, for others. */
export const linkTo = (tid: string): string => new URL(`/tasks/${tid}`, location.origin).href;
