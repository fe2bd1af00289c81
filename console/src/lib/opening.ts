import { createContext, useContext } from 'react';

/** What lies over a screen: one at a time, from wherever it is asked for. */
export type Opening =
  | { what: 'palette' | 'shortcuts' }
  /** `templateId`: what the new task is made from. */
  | { what: 'new-task'; templateId?: string }
  /** Asks before something goes for good. */
  | { what: 'deletion'; question: string; remove: () => Promise<unknown> };

export const OpeningContext = createContext<(opening: Opening) => void>(() => undefined);

export const useOpen = (): ((opening: Opening) => void) => useContext(OpeningContext);

/** For what is no component: the shell sets what opens it. */
export const overScreen: { open: (opening: Opening) => void } = { open: () => undefined };
