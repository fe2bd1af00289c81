import { type ComponentType, createContext } from 'react';

export interface TaskPaneProps {
  tid: string;
  /** Goes to another task of the list beside it. */
  onGo?: (tid: string) => void;
}

/** Shows a task inside a screen of another feature. */
export const TaskPaneContext = createContext<ComponentType<TaskPaneProps> | undefined>(undefined);
