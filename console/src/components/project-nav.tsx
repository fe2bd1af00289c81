import { useThisProject } from '../lib/project-context.ts';
import * as projectTexts from '../lib/texts/project.ts';
import { TabNav } from './tab-nav.tsx';

const { projectNav } = projectTexts;
const PLACES = ['board', 'list', 'planning', 'epics', 'settings'] as const;

export function ProjectNav() {
  const { key } = useThisProject();
  const places = PLACES.map((place) => ({ to: `/projects/${key}/${place}`, text: projectNav[place] }));
  return <TabNav name={projectNav.name} places={places} />;
}
