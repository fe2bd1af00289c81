import { createContext, useContext } from 'react';

/** Tasks that are to go to another project. */
export interface Leaving {
  /** What they are called together: `WEB-12`, `3 tasks`. */
  name: string;
  /** Their present project, where that is one. */
  projectId?: string | undefined;
  /** The ids of all of them. */
  read: () => Promise<string[]>;
}

/** What lies over a screen: one at a time, from wherever it is asked for. */
export type Opening =
  | { what: 'palette' | 'shortcuts' }
  /** `templateId`: what the new task is made from. */
  | { what: 'new-task'; templateId?: string }
  | { what: 'transfer'; tasks: Leaving }
  /** Asks before something goes for good. */
  | { what: 'deletion'; question: string; remove: () => Promise<unknown> };

export const OpeningContext = createContext<(opening: Opening) => void>(() => undefined);

export const useOpen = (): ((opening: Opening) => void) => useContext(OpeningContext);

/** For what is no component: the shell sets what opens it. */
export const overScreen: { open: (opening: Opening) => void } = { open: () => undefined };

/** Asks where one task is to go. */
export const transferring = ({ id, tid, projectId }: Record<'id' | 'tid' | 'projectId', string>): Opening => ({
  what: 'transfer',
  tasks: { name: tid, projectId, read: () => Promise.resolve([id]) },
});
