import { createContext, useContext } from 'react';
import type { Project } from './model.ts';

export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the screen. */
export function useThisProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('This screen is not inside a project');
  return project;
}
