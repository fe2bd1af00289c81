import { client, itemsOf } from './api.ts';
import type { Task } from './model.ts';
import { NOT_ARCHIVED, quoted } from './tasks.ts';

/** Longer texts could have more words than a filter has conditions. */
const LONGEST = 100;

interface FindOptions {
  limit: number;
  /** Only tasks of this project. */
  projectId?: string | undefined;
  /** Those of this project come first. */
  firstOf?: string | undefined;
  signal: AbortSignal;
}

/** The first tasks that have each word of a text: those whose title has them all come first. */
export async function findTasks(text: string, { limit, projectId, firstOf, signal }: FindOptions): Promise<Task[]> {
  const find = (query: { search?: string; filter?: string }, of = projectId): Promise<Task[]> => {
    const conditions = [...(query.filter ? [query.filter] : []), ...(of ? [] : [NOT_ARCHIVED])];
    const filter = conditions.length > 0 && { filter: conditions.join(' and ') };
    const whole = { page: 1, limit, ...(of && { projectId: [of] }), ...query, ...filter };
    return itemsOf(client.listTasks({ query: whole, signal }));
  };
  const words = text.length > LONGEST ? [] : text.split(/\s+/).filter(Boolean);
  const inTitle = words.map((word) => `title ~ ${quoted(word)}`).join(' and ');
  const found = await Promise.all([
    firstOf ? find(inTitle ? { filter: inTitle } : { search: text }, firstOf) : [],
    inTitle ? find({ filter: inTitle }) : [],
    find({ search: text }),
  ]);
  return [...new Map(found.flat().map((task) => [task.id, task])).values()].slice(0, limit);
}
