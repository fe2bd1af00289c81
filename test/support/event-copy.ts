import type { TestEvent } from '../factories/event.factory.js';
import type { Api } from './api.js';

type Item = Record<string, unknown> & { id: string };

/** What a client keeps of a company: each list by ids. */
const KINDS = ['tasks', 'epics', 'labels', 'sprints', 'projects'] as const;
type Kind = (typeof KINDS)[number];

/** What the events of a kind have in `data` besides the resource. */
const ADDED = ['changes', 'unblocked', 'blocked', 'truncated', 'assignee', 'comment'];

/** A copy of a company that a client keeps by its events alone, as docs/events.md says. */
export class EventCopy {
  private readonly lists = new Map<Kind, Map<string, Item>>(KINDS.map((kind) => [kind, new Map()]));

  apply({ event, data }: TestEvent): void {
    const [noun, verb] = event.split('.') as [string, string];
    const kind = KINDS.find((name) => name === `${noun}s`);
    if (!kind || event === 'task.commented') return;
    if (verb === 'deleted') this.remove(kind, data['id'] as string);
    else this.put(kind, data as Item);
    if (event === 'task.created') this.count(data['projectId'] as string, 1);
    if (event === 'task.deleted') this.count(data['projectId'] as string, -1);
    this.setBlocked(data['unblocked'] as string[] | undefined, false);
    this.setBlocked(data['blocked'] as string[] | undefined, true);
  }

  /** All lists, each by id. */
  get state(): Record<Kind, Item[]> {
    return Object.fromEntries(KINDS.map((kind) => [kind, sorted([...this.list(kind).values()])])) as Record<
      Kind,
      Item[]
    >;
  }

  private put(kind: Kind, data: Item): void {
    const item = Object.fromEntries(Object.entries(data).filter(([name]) => !ADDED.includes(name))) as Item;
    const taskCount = this.list(kind).get(item.id)?.['taskCount'];
    this.list(kind).set(item.id, taskCount === undefined ? item : { ...item, taskCount });
  }

  private remove(kind: Kind, id: string): void {
    this.list(kind).delete(id);
    if (kind !== 'projects') return;
    for (const list of this.lists.values()) {
      for (const item of list.values()) if (item['projectId'] === id) list.delete(item.id);
    }
  }

  private count(projectId: string, change: number): void {
    const project = this.list('projects').get(projectId);
    if (project) project['taskCount'] = (project['taskCount'] as number) + change;
  }

  private setBlocked(ids: string[] | undefined, isBlocked: boolean): void {
    for (const id of ids ?? []) {
      const task = this.list('tasks').get(id);
      if (task) task['isBlocked'] = isBlocked;
    }
  }

  private list(kind: Kind): Map<string, Item> {
    return this.lists.get(kind) as Map<string, Item>;
  }
}

/** The same, as the lists have it now. */
export async function freshState(api: Api): Promise<Record<Kind, Item[]>> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => [kind, sorted((await api.get<Item[]>(`/${kind}`)).body)] as const),
  );
  return Object.fromEntries(lists) as Record<Kind, Item[]>;
}

function sorted(items: Item[]): Item[] {
  return items.sort((one, other) => (one.id < other.id ? -1 : 1));
}
