import { Link } from '@tanstack/react-router';
import { useThisProject } from '../lib/project-context.ts';
import * as projectTexts from '../lib/texts/project.ts';

const { projectNav } = projectTexts;
const PLACES = [
  ['board', projectNav.board],
  ['list', projectNav.list],
  ['planning', projectNav.planning],
  ['epics', projectNav.epics],
  ['settings', projectNav.settings],
] as const;

export function ProjectNav() {
  const { key } = useThisProject();
  return (
    <nav
      aria-label={projectNav.name}
      className="scroll-thin flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3"
    >
      {PLACES.map(([place, text]) => (
        <Link
          key={place}
          to={`/projects/${key}/${place}`}
          activeOptions={{ includeSearch: false }}
          className="control -mb-px flex items-center border-b-2 border-transparent px-2 text-sm text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
