import { type DependencyList, useEffect, useSyncExternalStore } from 'react';
import { fetchWhenIdle } from '../lib/idle.ts';
import { load } from '../lib/loading.ts';

type Library = typeof import('./drag-library.ts');

let library: Library | undefined;
const listeners = new Set<() => void>();

async function fetchLibrary(): Promise<void> {
  library ??= await load(() => import('./drag-library.ts'));
  for (const listener of listeners) listener();
}

/** Until it is there menus and keys move things. */
const tryToFetch = (): void => void fetchLibrary().catch(() => undefined);

fetchWhenIdle(fetchLibrary);

/** Who points at something may drag it next. */
function subscribe(listener: () => void): () => void {
  if (!library) addEventListener('pointerover', tryToFetch, { once: true });
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As `useEffect`, once what drags and drops is loaded: a screen that can be dragged on is seen before that. */
export function useDragging(wire: (library: Library) => (() => void) | undefined, needs: DependencyList): void {
  const present = useSyncExternalStore(subscribe, () => library);
  useEffect(() => present && wire(present), [present, ...needs]);
}
