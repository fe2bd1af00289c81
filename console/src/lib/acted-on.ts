import { client } from './api.ts';
import type { Task } from './model.ts';
import { type ActedTasks, oneTask } from './opening.ts';
import { actedOnCount, isActedOnMany, isSelected, selection } from './selection.ts';
import { removeTask, removeTasks } from './task-actions.ts';
import { changeTask, changeTasks } from './task-changes.ts';
import { findShownTask, type Shown, type TaskChange } from './tasks.ts';
import { texts } from './texts.ts';

type Subject = Acted;

/** What is known of each: of tasks that are not in memory no more than this. */
export type Acted = Pick<Task, 'id' | 'tid' | 'labels'>;

/** The tasks that a key, menu or drag on this one is for, in the order of the screen where they are in memory. */
export async function readActedOn(task: Subject): Promise<Acted[]> {
  if (!isActedOnMany(task.id)) return [task];
  const { isAll, ids } = selection.present();
  if (isAll) {
    const all = (await selection.everything()?.read(['labels'])) ?? [];
    return all.filter(({ id }) => isSelected(selection.present(), id));
  }
  const find = async (id: string) => findShownTask((one) => one.id === id) ?? client.getTask({ path: { id } });
  return Promise.all([...ids].map(find));
}

/** Changes them all; `changeOf` says what each of them is to be, where that depends on the task. False when it was refused. */
export async function changeActedOn(task: Subject, changeOf: (one: Acted) => [TaskChange, Shown?]): Promise<boolean> {
  if (!isActedOnMany(task.id)) return changeTask(task, ...changeOf(task));
  const acted = await readActedOn(task);
  return changeTasks(acted.map((one) => [one, ...changeOf(one)] as const));
}

/** They go into the trash. */
export async function removeActedOn(task: Subject): Promise<void> {
  if (!isActedOnMany(task.id)) {
    removeTask(task);
    return;
  }
  const ids = (await readActedOn(task)).map(({ id }) => id);
  await removeTasks(ids, texts.common.tasks(ids.length), () => selection.clear());
}

/** The tasks that a menu on this one is for. */
export const actedTasks = (task: Subject & Pick<Task, 'title' | 'projectId'>): ActedTasks =>
  isActedOnMany(task.id)
    ? {
        name: texts.common.tasks(actedOnCount(task.id)),
        read: async () => (await readActedOn(task)).map(({ id }) => id),
      }
    : oneTask(task);

/** What a menu or list says it is for; undefined: the task itself. */
export const actedOnText = ({ id }: Pick<Task, 'id'>): string | undefined =>
  isActedOnMany(id) ? texts.common.tasks(actedOnCount(id)) : undefined;
