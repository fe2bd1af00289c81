import { useState } from 'react';

const KEY = 'folded';

/** The regions that the reader has folded on this browser. */
export function useFolded(): [isFolded: (name: string) => boolean, toggle: (name: string) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(KEY)?.split(',') ?? []);
  const toggle = (name: string) => {
    const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name];
    localStorage.setItem(KEY, next.join(','));
    setFolded(next);
  };
  return [(name) => folded.includes(name), toggle];
}

const DISMISSED = 'first-hour';

/** Whether the first steps were dismissed on this browser, or are done. */
export const isDismissed = (): boolean => localStorage.getItem(DISMISSED) !== null;

export const dismiss = (): void => localStorage.setItem(DISMISSED, 'done');
