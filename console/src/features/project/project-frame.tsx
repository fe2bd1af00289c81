import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { NotFound } from '../../components/not-found.tsx';
import { Read } from '../../components/read.tsx';
import { useNames } from '../../lib/address.ts';
import type { Project } from '../../lib/model.ts';
import { ProjectContext } from '../../lib/project-context.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { useSeen } from '../../lib/recent.ts';

/** Finds the project of the address for the screens inside it. */
export function ProjectFrame() {
  const { key = '' } = useNames();
  const query = useQuery(projectsQuery);
  return (
    <Read query={query} className="p-4">
      {(projects) => {
        const project = projects.find((one) => one.key === key.toUpperCase());
        return project ? <Inside project={project} /> : <NotFound />;
      }}
    </Read>
  );
}

function Inside({ project }: { project: Project }) {
  useSeen({ text: project.name, to: `/projects/${project.key}/board` });
  return (
    <ProjectContext value={project}>
      <Outlet />
    </ProjectContext>
  );
}
