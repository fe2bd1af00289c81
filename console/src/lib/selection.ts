import { useSyncExternalStore } from 'react';

/** The tasks that the reader has selected on the present screen: `ids`, or with `isAll` all that it finds but for `ids`. */
export interface Selection {
  isAll: boolean;
  ids: ReadonlySet<string>;
}

const NOTHING: Selection = { isAll: false, ids: new Set() };

let present = NOTHING;
let last: string | undefined;
const listeners = new Set<() => void>();

function change(next: Selection): void {
  present = next;
  for (const listener of listeners) listener();
}

export const selection = {
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

/** How many of `total` tasks are selected. */
export const countOf = ({ isAll, ids }: Selection, total: number): number => (isAll ? total - ids.size : ids.size);
