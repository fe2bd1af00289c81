import { useQuery } from '@tanstack/react-query';
import { sprintsQuery } from '../lib/queries.ts';
import { useThisProject } from '../lib/project-context.ts';
import * as boardTexts from '../lib/texts/board.texts.ts';
import { TabNav } from './tab-nav.tsx';

const { projectNav } = boardTexts;
const PLACES = ['board', 'list', 'calendar', 'timeline', 'planning', 'epics', 'insights', 'trash', 'settings'] as const;

/** The screens of a project. */
export const projectPlaces = (key: string) =>
  PLACES.map((place) => ({ to: `/projects/${key}/${place}`, text: projectNav[place] }));

export function ProjectNav() {
  const { id, key } = useThisProject();
  const { data: sprints = [] } = useQuery(sprintsQuery(id));
  const places = projectPlaces(key).flatMap((place) => {
    const active = place.text === projectNav.planning && sprints.find(({ status }) => status === 'active');
    return active ? [place, { to: `/projects/${key}/sprints/${active.id}`, text: projectNav.activeSprint }] : [place];
  });
  return <TabNav name={projectNav.name} places={places} />;
}
