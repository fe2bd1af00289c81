import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useState } from 'react';
import { FilteredNav } from '../../components/filter-bar.tsx';
import { Screen } from '../../components/screen.tsx';
import { listFailure } from '../../components/filter-values.ts';
import { useShownTasks, ViewContext } from '../../components/shown-tasks.ts';
import { Failure, Skeleton } from '../../components/states.tsx';
import { ViewButtons } from '../../components/view-buttons.tsx';
import { messageOf } from '../../lib/api.ts';
import { ProjectContext } from '../../lib/project-context.ts';
import { lanesQuery, useMay } from '../../lib/queries.ts';
import { boardQuery, larger, type Sizes } from './board-query.ts';
import { Lanes } from './lanes-view.tsx';
import { useBoard } from './use-board.ts';
import { useLiveWork } from './use-live-work.ts';

export function BoardScreen() {
  const project = useContext(ProjectContext);
  const view = useContext(ViewContext);
  const shown = useShownTasks();
  const [sizes, setSizes] = useState<Sizes>({});
  const query = boardQuery(shown, sizes);
  const { data: tasks, error, refetch } = useQuery(query);
  const lanes = useQuery(lanesQuery);
  const board = useBoard(shown, tasks, sizes);
  useLiveWork(shown.projectId, tasks);
  const isMember = useMay('MEMBER');
  const mayWrite = project ? isMember && project.status === 'active' : isMember;
  // Of a project that is archived while its board is shown, a drag is refused in the service's words.
  const couldWrite = useMemo(() => mayWrite, [project?.id]);
  return (
    <Screen
      title={view?.name ?? project?.name ?? ''}
      isFull
      bar={<FilteredNav />}
      actions={<ViewButtons layout="board" />}
    >
      {error && !tasks ? (
        <Failure text={listFailure(error)} onRetry={() => void refetch()} />
      ) : lanes.error && !lanes.data ? (
        <Failure text={messageOf(lanes.error)} onRetry={() => void lanes.refetch()} />
      ) : board ? (
        <Lanes
          board={board}
          query={query}
          projectId={shown.projectId}
          mayWrite={mayWrite}
          mayDrag={mayWrite || couldWrite}
          onMore={(id) => setSizes((now) => larger(now, id))}
        />
      ) : (
        <Skeleton className="p-4" rows={6} />
      )}
    </Screen>
  );
}
