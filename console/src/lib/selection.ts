import { useSyncExternalStore } from 'react';
import type { Task } from './model.ts';
import type { TaskQuery } from './tasks.ts';

/** The tasks that the reader has selected on the present screen: `ids`, or with `isAll` all that it finds but for `ids`. */
export interface Selection {
  isAll: boolean;
  ids: ReadonlySet<string>;
}

/** All that a screen finds: how many they are, and their ids, with what is to be included, when they are needed. */
export interface Everything {
  total: number;
  read: (include?: TaskQuery['include']) => Promise<Pick<Task, 'id' | 'tid' | 'labels'>[]>;
}

const NOTHING: Selection = { isAll: false, ids: new Set() };

let present = NOTHING;
let everything: Everything | undefined;
let last: string | undefined;
const listeners = new Set<() => void>();

function change(next: Selection): void {
  present = next;
  for (const listener of listeners) listener();
}

export const selection = {
  present: (): Selection => present,
  everything: (): Everything | undefined => everything,
  /** Told by the screen that shows the tasks. */
  setEverything: (now: Everything | undefined): void => {
    everything = now;
  },
  toggle: (id: string): void => {
    const ids = new Set(present.ids);
    if (!ids.delete(id)) ids.add(id);
    last = id;
    change({ ...present, ids });
  },
  /** Selects what lies between the task that was selected last and this one, both with it. */
  extendTo: (id: string, inOrder: readonly string[]): void => {
    const ends = [inOrder.indexOf(last ?? id), inOrder.indexOf(id)].filter((at) => at >= 0);
    const between = inOrder.slice(Math.min(...ends), Math.max(...ends) + 1);
    last = id;
    change({ isAll: false, ids: new Set([...present.ids, ...between]) });
  },
  selectAll: (): void => change({ isAll: true, ids: new Set() }),
  clear: (): void => {
    if (present !== NOTHING) change(NOTHING);
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSelection = (): Selection => useSyncExternalStore(subscribe, () => present);

export const isSelected = ({ isAll, ids }: Selection, id: string): boolean => ids.has(id) !== isAll;

export const useIsSelected = (id: string): boolean => useSyncExternalStore(subscribe, () => isSelected(present, id));

/** How many tasks a key, menu or drag on this one is for: those of the selection that it is in, else itself. */
export const actedOnCount = (id: string): number =>
  isSelected(present, id) ? Math.max(1, countOf(present, everything?.total ?? 0)) : 1;

export const isActedOnMany = (id: string): boolean => actedOnCount(id) > 1;

/** How many of `total` tasks are selected. */
export const countOf = ({ isAll, ids }: Selection, total: number): number => (isAll ? total - ids.size : ids.size);
