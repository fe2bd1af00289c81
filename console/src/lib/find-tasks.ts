import { client, itemsOf } from './api.ts';
import type { Task } from './model.ts';
import { quoted } from './tasks.ts';

/** Longer texts could have more words than a filter has conditions. */
const LONGEST = 100;

interface FindOptions {
  limit: number;
  projectId?: string | undefined;
  signal: AbortSignal;
}

/** The first tasks that have each word of a text: those whose title has them all come first. */
export async function findTasks(text: string, { limit, projectId, signal }: FindOptions): Promise<Task[]> {
  const shared = { page: 1, limit, ...(projectId && { projectId: [projectId] }) };
  const find = (query: { search: string } | { filter: string }): Promise<Task[]> =>
    itemsOf(client.listTasks({ query: { ...shared, ...query }, signal }));
  const words = text.length > LONGEST ? [] : text.split(/\s+/).filter(Boolean);
  const inTitle = words.map((word) => `title ~ ${quoted(word)}`).join(' and ');
  const [titled, all] = await Promise.all([inTitle ? find({ filter: inTitle }) : [], find({ search: text })]);
  return [...titled, ...all.filter(({ id }) => titled.every((task) => task.id !== id))].slice(0, limit);
}
