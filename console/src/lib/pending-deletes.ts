import { useSyncExternalStore } from 'react';
import { showToast } from './toasts.ts';
import { messageOf } from './api.ts';

/** What is gone for the reader, and goes for good when its time is over or the page is left. */
const pending = new Map<readonly string[], () => Promise<void>>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

const UNDO_MS = 8_000;

function notify(): void {
  hidden = new Set([...pending.keys()].flat());
  for (const listener of listeners) listener();
}

/** Hides the things until what it returns is called. */
export function hide(ids: readonly string[]): () => void {
  pending.set(ids, () => Promise.resolve());
  notify();
  return () => {
    pending.delete(ids);
    notify();
  };
}

/** Hides the things at once; "Undo" brings it back for 8 s. */
export function deleteWithUndo(
  ids: readonly string[],
  text: string,
  remove: () => Promise<unknown>,
  onDone: () => void,
): void {
  const carryOut = async () => {
    clearTimeout(timer);
    if (!pending.delete(ids)) return;
    await remove().catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    // Hidden until lists without it are here.
    notify();
    onDone();
  };
  const timer = setTimeout(() => void carryOut(), UNDO_MS);
  pending.set(ids, carryOut);
  notify();
  const undo = () => {
    clearTimeout(timer);
    pending.delete(ids);
    notify();
  };
  showToast(text, { milliseconds: UNDO_MS, undo });
}

/** Deletes at once what waits for its time: the page is left, or the session that may delete it ends. */
export async function deletePending(): Promise<void> {
  await Promise.all([...pending.values()].map((carryOut) => carryOut()));
}

addEventListener('pagehide', () => void deletePending());

/** The ids of what is about to be deleted: lists leave them out. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
