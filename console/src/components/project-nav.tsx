import { useThisProject } from '../lib/project-context.ts';
import * as boardTexts from '../lib/texts/board.texts.ts';
import { TabNav } from './tab-nav.tsx';

const { projectNav } = boardTexts;
const PLACES = ['board', 'list', 'calendar', 'timeline', 'planning', 'epics', 'insights', 'trash', 'settings'] as const;

/** The screens of a project. */
export const projectPlaces = (key: string) =>
  PLACES.map((place) => ({ to: `/projects/${key}/${place}`, text: projectNav[place] }));

export function ProjectNav() {
  const { key } = useThisProject();
  return <TabNav name={projectNav.name} places={projectPlaces(key)} />;
}
