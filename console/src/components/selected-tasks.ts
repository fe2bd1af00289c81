import { client } from '../lib/api.ts';
import type { Task } from '../lib/model.ts';
import { type Everything, isSelected, type Selection } from '../lib/selection.ts';
import { inBatches, knownTasks } from '../lib/tasks.ts';

type Named = Pick<Task, 'id' | 'tid'>;

export const readIds = async (selected: Selection, everything: Everything | undefined): Promise<string[]> =>
  selected.isAll ? (await readSelected(selected, everything)).map(({ id }) => id) : [...selected.ids];

export async function readSelected(selected: Selection, everything: Everything | undefined): Promise<Named[]> {
  if (!selected.isAll) return Promise.all([...selected.ids].map(named(selected.ids)));
  const all = (await everything?.read()) ?? [];
  return all.filter(({ id }) => isSelected(selected, id));
}

/** The selected tasks with the labels that they have now: what is in memory may be older. */
export async function readLabels(
  selected: Selection,
  everything: Everything | undefined,
): Promise<Pick<Task, 'id' | 'tid' | 'labels'>[]> {
  const all = selected.isAll ? ((await everything?.read(['labels'])) ?? []) : await readTasks(selected.ids);
  return all.filter(({ id }) => isSelected(selected, id));
}

async function readTasks(ids: ReadonlySet<string>): Promise<Pick<Task, 'id' | 'tid' | 'labels'>[]> {
  const tasks = await Promise.all([...ids].map(named(ids)));
  const read = inBatches(tasks.map(({ tid }) => tid)).map((tid) =>
    client.listTasks({ query: { tid, fields: ['id', 'tid'], include: ['labels'] } }),
  );
  return (await Promise.all(read)).flat();
}

function named(ids: ReadonlySet<string>): (id: string) => Promise<Named> {
  const known = knownTasks(ids);
  return async (id) => known.get(id) ?? client.getTask({ path: { id } });
}
