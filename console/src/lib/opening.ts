import { createContext, useContext } from 'react';

/** What lies over a screen: one at a time, from wherever it is asked for. */
export interface Opening {
  what: 'palette' | 'shortcuts' | 'new-task';
  /** What the new task is made from. */
  templateId?: string;
}

export const OpeningContext = createContext<(opening: Opening) => void>(() => undefined);

export const useOpen = (): ((opening: Opening) => void) => useContext(OpeningContext);
