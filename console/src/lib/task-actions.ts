import { load } from './loading.ts';
import type { Task } from './model.ts';
import { leaveTask } from './task-focus.ts';

/** It goes into the trash; `onGone`: what follows, once it goes. */
export function removeTask({ id, tid }: Pick<Task, 'id' | 'tid'>, onGone?: () => void): void {
  void removeTasks([id], tid, () => {
    leaveTask(id);
    onGone?.();
  });
}

/** As `removeTask`, of many; `name` says how many. */
export async function removeTasks(ids: readonly string[], name: string, onGone?: () => void): Promise<void> {
  const { trashTasks } = await load(() => import('./trash.ts'));
  trashTasks(ids, name, onGone);
}

/** The address of a task by itself, for others. */
export const linkTo = (tid: string): string => new URL(`/tasks/${tid}`, location.origin).href;
