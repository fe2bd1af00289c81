import { type ComponentType, createContext } from 'react';

/** Shows a task inside a screen of another feature. */
export const TaskPaneContext = createContext<ComponentType<{ tid: string }> | undefined>(undefined);
