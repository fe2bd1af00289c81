import { useLayoutEffect, useRef } from 'react';
import { keepKeys } from './kept-keys.ts';

/** Keeps the keys for what is asked for and does not stand yet. */
export function useKeptKeys(isWaiting: boolean, onCancel: () => void): void {
  const latest = useRef(onCancel);
  latest.current = onCancel;
  useLayoutEffect(() => (isWaiting ? keepKeys(() => latest.current()) : undefined), [isWaiting]);
}

/** Stands in for it. */
export function Awaited({ onCancel }: { onCancel: () => void }) {
  useKeptKeys(true, onCancel);
  return null;
}

/** For what stands at once and has the focus a moment later. */
export const useArrivingKeys = (): void => useLayoutEffect(() => keepKeys(() => undefined)(), []);
