import { client } from '../lib/api.ts';
import type { Task } from '../lib/model.ts';
import { type Everything, isSelected, type Selection } from '../lib/selection.ts';
import { findShownTask, inBatches } from '../lib/tasks.ts';

type Labelled = Pick<Task, 'id' | 'labels'>;

export async function readIds(selected: Selection, everything: Everything | undefined): Promise<string[]> {
  if (!selected.isAll) return [...selected.ids];
  const all = (await everything?.read()) ?? [];
  return all.map(({ id }) => id).filter((id) => isSelected(selected, id));
}

/** The ids of the selected tasks, each with those of the labels that it has now: what is in memory may be older. */
export async function readLabels(
  selected: Selection,
  everything: Everything | undefined,
): Promise<[id: string, labelIds: string[]][]> {
  const all = selected.isAll ? ((await everything?.read(['labels'])) ?? []) : await readTasks([...selected.ids]);
  return all
    .filter(({ id }) => isSelected(selected, id))
    .map(({ id, labels = [] }) => [id, labels.map((label) => label.id)]);
}

async function readTasks(ids: readonly string[]): Promise<Labelled[]> {
  const tasks: Labelled[] = [];
  for (const batch of inBatches(ids)) {
    const tid = await Promise.all(batch.map(tidOf));
    tasks.push(...(await client.listTasks({ query: { tid, fields: ['id'], include: ['labels'] } })));
  }
  return tasks;
}

async function tidOf(id: string): Promise<string> {
  const task = findShownTask((one) => one.id === id) ?? (await client.getTask({ path: { id } }));
  return task.tid;
}
