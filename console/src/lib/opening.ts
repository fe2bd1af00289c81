import { createContext, useContext } from 'react';

/** What lies over a screen: one at a time, from wherever it is asked for. */
export type Opening =
  | { what: 'palette' | 'shortcuts' }
  | { what: 'new-task'; projectId?: string; defaults?: Readonly<Record<string, string>> };

export const OpeningContext = createContext<(opening: Opening) => void>(() => undefined);

export const useOpen = (): ((opening: Opening) => void) => useContext(OpeningContext);
