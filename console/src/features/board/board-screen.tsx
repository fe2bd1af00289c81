import { messageOf } from '../../lib/api.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { FilteredNav, useNoTasksText } from '../../components/filter-bar.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import type { Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { lanesQuery, useMayWrite } from '../../lib/queries.ts';
import { removeTask } from '../../lib/task-actions.ts';
import { type TaskFilters, projectTasksQuery } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as projectTexts from '../../lib/texts/project.ts';
import { LaneColumn } from './lane-column.tsx';
import { type Lane, lanesOf } from './lanes.ts';
import { type Move, useMoves } from './use-moves.ts';

export function BoardScreen() {
  const project = useThisProject();
  const filters: TaskFilters = useAddress();
  const query = projectTasksQuery(project.id, filters);
  const { data: tasks, error, refetch } = useQuery(query);
  const { data: laneNames } = useQuery(lanesQuery);
  const hidden = useHidden();
  const mayWrite = useMayWrite(project);
  const lanes = useMemo(
    () =>
      tasks && laneNames
        ? lanesOf(
            laneNames,
            tasks.filter(({ id }) => !hidden.has(id)),
          )
        : undefined,
    [tasks, laneNames, hidden],
  );
  return (
    <Screen title={project.name} isFull bar={<FilteredNav />}>
      {error && !tasks ? (
        <Failure text={messageOf(error)} onRetry={() => void refetch()} />
      ) : lanes ? (
        <Lanes lanes={lanes} query={query} projectId={project.id} mayWrite={mayWrite} />
      ) : (
        <Skeleton className="p-4" rows={6} />
      )}
    </Screen>
  );
}

interface LanesProps {
  lanes: readonly Lane[];
  query: ReturnType<typeof projectTasksQuery>;
  projectId: string;
  mayWrite: boolean;
}

function Lanes({ lanes, query, projectId, mayWrite }: LanesProps) {
  const board = useRef<HTMLDivElement>(null);
  const move = useMoves(query);
  const latest = useRef({ lanes, move });
  latest.current = { lanes, move };
  useDrops(latest);
  const changeAddress = useChangeAddress();
  const entries = useCallback(
    (task: Task): MenuEntry[] => [
      {
        text: texts.common.open,
        run: () => changeAddress({ task: task.tid }),
      },
      ...(mayWrite ? moveEntries(task, latest.current.lanes, latest.current.move) : []),
    ],
    [mayWrite, changeAddress],
  );
  const noTasks = useNoTasksText(mayWrite);
  const isEmpty = lanes.every(({ tasks }) => tasks.length === 0);
  return (
    <>
      {isEmpty && <p className="shrink-0 px-4 pb-2 text-muted">{noTasks}</p>}
      <div
        ref={board}
        className="scroll-thin flex min-h-0 grow snap-x snap-mandatory gap-3 overflow-x-auto scroll-px-4 px-4 pt-1 pb-4 sm:snap-none"
      >
        {lanes.map((lane) => (
          <LaneColumn key={lane.name} lane={lane} projectId={projectId} mayWrite={mayWrite} entries={entries} />
        ))}
      </div>
      <TaskKeys container={board} />
    </>
  );
}

function moveEntries(task: Task, lanes: readonly Lane[], move: Move): MenuEntry[] {
  const own = lanes.find(({ name }) => name === task.status);
  const at = own?.tasks.findIndex(({ id }) => id === task.id) ?? -1;
  const others = lanes.filter((lane) => lane !== own);
  return [
    { separator: true },
    ...(own && at > 0 ? [{ text: projectTexts.board.moveUp, run: () => move(task, own, at - 1) }] : []),
    ...(own && at < own.tasks.length - 1
      ? [{ text: projectTexts.board.moveDown, run: () => move(task, own, at + 1) }]
      : []),
    ...others.map((lane) => ({
      text: texts.common.moveTo(lane.name),
      run: () => move(task, lane, lane.tasks.length),
    })),
    { separator: true },
    { text: texts.common.delete, isDangerous: true, run: () => removeTask(task) },
  ];
}

/** Drops on a card go before or after it, drops on a lane to its end. */
function useDrops(latest: { current: { lanes: readonly Lane[]; move: Move } }): void {
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const { lanes, move } = latest.current;
          const task = lanes.flatMap(({ tasks }) => tasks).find(({ id }) => id === source.data['taskId']);
          const [target] = location.current.dropTargets;
          if (!task || !target) return;
          const name = (target.data['lane'] ?? target.data['status']) as string;
          const lane = lanes.find((one) => one.name === name);
          if (!lane || target.data['taskId'] === task.id) return;
          const others = lane.tasks.filter(({ id }) => id !== task.id);
          const over = others.findIndex(({ id }) => id === target.data['taskId']);
          const isBelow = extractClosestEdge(target.data) === 'bottom';
          move(task, lane, over < 0 ? others.length : over + (isBelow ? 1 : 0));
        },
      }),
    [latest],
  );
}
