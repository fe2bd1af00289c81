import { useSyncExternalStore } from 'react';

let present = false;
const listeners = new Set<() => void>();

/** Whether a filter is being typed: its count stands beside it, and the list's own gives way. */
export function setTyping(isTyping: boolean): void {
  if (present === isTyping) return;
  present = isTyping;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsTyping = (): boolean => useSyncExternalStore(subscribe, () => present);
