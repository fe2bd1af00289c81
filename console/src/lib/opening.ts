import { createContext, useContext } from 'react';

/** Tasks that something is asked of. */
export interface ActedTasks {
  /** What they are called together: `WEB-12`, `3 tasks`. */
  name: string;
  /** The title, of one alone. */
  title?: string | undefined;
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
  | { what: 'transfer' | 'duplicate'; tasks: ActedTasks }
  /** Asks before something goes for good. */
  | { what: 'deletion'; question: string; remove: () => Promise<unknown> };

export const OpeningContext = createContext<(opening: Opening) => void>(() => undefined);

export const useOpen = (): ((opening: Opening) => void) => useContext(OpeningContext);

/** For what is no component: the shell sets what opens it. */
export const overScreen: { open: (opening: Opening) => void } = { open: () => undefined };

/** One task by itself. */
export const oneTask = ({
  id,
  tid,
  title,
  projectId,
}: Record<'id' | 'tid' | 'title' | 'projectId', string>): ActedTasks => ({
  name: tid,
  title,
  projectId,
  read: () => Promise.resolve([id]),
});
