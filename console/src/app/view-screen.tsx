import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { NotFound } from '../components/not-found.tsx';
import { ViewContext } from '../components/shown-tasks.ts';
import { Failure, Skeleton } from '../components/states.tsx';
import { viewQuery } from '../components/view-queries.ts';
import { useNames } from '../lib/address.ts';
import { messageOf } from '../lib/api.ts';
import { load } from '../lib/loading.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { isGone } from '../lib/query-client.ts';
import { projectsQuery } from '../lib/queries.ts';

const ListScreen = lazy(async () => ({
  default: (await load(() => import('../features/list/list-screen.tsx'))).ListScreen,
}));
const BoardScreen = lazy(async () => ({
  default: (await load(() => import('../features/board/board-screen.tsx'))).BoardScreen,
}));
const CalendarScreen = lazy(async () => ({
  default: (await load(() => import('../features/schedule/calendar-screen.tsx'))).CalendarScreen,
}));
const TimelineScreen = lazy(async () => ({
  default: (await load(() => import('../features/schedule/timeline-screen.tsx'))).TimelineScreen,
}));
const LAYOUTS = { list: ListScreen, board: BoardScreen, calendar: CalendarScreen, timeline: TimelineScreen };

/** A saved view: the list, board, calendar or timeline that it was saved from, of its project or of all. */
export function ViewScreen() {
  const { id = '' } = useNames();
  const { data: view, error, refetch } = useQuery(viewQuery(id));
  const { data: projects } = useQuery(projectsQuery);
  if (error && isGone(error)) return <NotFound />;
  if (error && !view) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!view || !projects) return <Skeleton className="p-4" rows={8} />;
  const Layout = LAYOUTS[view.layout];
  return (
    <ViewContext value={view}>
      <ProjectContext value={projects.find((project) => project.id === view.projectId)}>
        <Suspense fallback={<Skeleton className="p-4" rows={8} />}>
          <Layout key={view.id} />
        </Suspense>
      </ProjectContext>
    </ViewContext>
  );
}
