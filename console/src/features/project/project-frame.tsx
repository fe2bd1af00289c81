import { useNames } from '../../lib/address.ts';
import { Outlet } from '@tanstack/react-router';
import { NotFound } from '../../components/not-found.tsx';
import { Skeleton } from '../../components/states.tsx';
import { ProjectContext } from '../../lib/project-context.ts';
import { useProject } from '../../lib/queries.ts';

/** Finds the project of the address for the screens inside it. */
export function ProjectFrame() {
  const { key = '' } = useNames();
  const { project, isPending } = useProject(key);
  if (isPending) return <Skeleton className="p-4" />;
  if (!project) return <NotFound />;
  return (
    <ProjectContext value={project}>
      <Outlet />
    </ProjectContext>
  );
}
