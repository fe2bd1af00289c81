import { useChangeAddress } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { useNoTasksText } from '../../components/filter-bar.tsx';
import { isWritable } from '../../components/groups.ts';
import type { MenuEntry } from '../../components/menu.tsx';
import { useTaskEditors } from '../../components/task-editors.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { cx } from '../../lib/cx.ts';
import type { Task } from '../../lib/model.ts';
import { actedOnText, actedTasks, removeActedOn } from '../../lib/acted-on.ts';
import { useOpen } from '../../lib/opening.ts';
import { limitedLanesQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import * as boardTexts from '../../lib/texts/board.texts.ts';
import type { boardQuery } from './board-query.ts';
import { LaneColumn } from './lane-column.tsx';
import type { Lane, Place } from './lanes.ts';
import type { Board, Row } from './use-board.ts';
import { type MoveCard, othersIn, useMoves } from './use-moves.ts';
import { useNear } from './use-near.ts';

interface LanesProps {
  board: Board;
  query: ReturnType<typeof boardQuery>;
  projectId: string | undefined;
  mayWrite: boolean;
  mayDrag: boolean;
  /** Asks for more tasks of the column. */
  onMore: (id: string | null) => void;
}

/** Columns of cards, in swimlanes where tasks stand in two groups. */
export function Lanes({ board, query, projectId, mayWrite, mayDrag, onMore }: LanesProps) {
  const element = useRef<HTMLDivElement>(null);
  const move = useMoves(query, board);
  const editors = useTaskEditors(projectId);
  const latest = useRef({ board, move });
  latest.current = { board, move };
  useDrops(latest);
  const changeAddress = useChangeAddress();
  const open = useOpen();
  const entries = useCallback(
    (task: Task, lane: Lane): MenuEntry[] => [
      {
        text: texts.common.open,
        run: () => changeAddress({ task: task.tid }),
      },
      ...(mayWrite ? moveEntries(task, lane, latest.current.board, latest.current.move) : []),
      ...(mayWrite
        ? [
            { text: texts.common.duplicate, run: () => open({ what: 'duplicate', tasks: actedTasks(task) }) },
            { text: texts.common.moveToProject, run: () => open({ what: 'transfer', tasks: actedTasks(task) }) },
            { text: texts.common.delete, isDangerous: true, run: () => void removeActedOn(task) },
          ]
        : []),
    ],
    [mayWrite, changeAddress, open],
  );
  const noTasks = useNoTasksText(mayWrite);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (key: string) =>
    setFolded((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const { data: limited = [] } = useQuery(limitedLanesQuery);
  const limits = new Map(limited.map(({ name, limit }) => [name, limit ?? undefined]));
  const isEmpty = board.rows.every(({ lanes }) => lanes.every(({ tasks }) => tasks.length === 0));
  const hasRows = board.rows.some(({ place }) => place);
  return (
    <>
      {isEmpty && <p className="shrink-0 px-4 pb-2 text-muted">{noTasks}</p>}
      <div
        ref={element}
        className={cx(
          'scroll-thin min-h-0 grow overflow-x-auto scroll-px-4 px-4 pt-1 pb-4',
          hasRows ? 'flex flex-col gap-4 overflow-y-auto' : 'flex snap-x snap-mandatory gap-3 sm:snap-none',
        )}
      >
        {board.rows.map((row) => {
          const lanes = row.lanes.map((lane) => (
            <LaneColumn
              key={lane.key}
              board={element}
              lane={lane}
              limit={lane.column.by === 'status' && !row.place ? limits.get(lane.name) : undefined}
              projectId={projectId}
              mayWrite={mayWrite}
              mayDrag={mayDrag}
              editors={editors}
              isFolded={folded.has(lane.key)}
              onFold={() => fold(lane.key)}
              entries={entries}
              onMore={() => onMore(lane.column.id)}
            />
          ));
          return row.place ? (
            <Swimlane
              key={row.place.id}
              board={element}
              row={row}
              isFolded={folded.has(keyOf(row.place))}
              onFold={fold}
            >
              {lanes}
            </Swimlane>
          ) : (
            lanes
          );
        })}
      </div>
      <TaskKeys
        container={element}
        inOrder={() => board.rows.flatMap(({ lanes }) => lanes.flatMap(({ tasks }) => tasks))}
      />
    </>
  );
}

const keyOf = ({ by, id }: Place): string => `${by} ${id}`;

interface SwimlaneProps {
  board: RefObject<HTMLElement | null>;
  row: Row;
  isFolded: boolean;
  onFold: (key: string) => void;
  children: ReactNode;
}

/** Of most, until they have been seen. */
const SWIMLANE_HEIGHT = 420;

/** Lanes of tasks that have something in common; an empty box stands for those far from what is seen of the board. */
function Swimlane({ board, row, isFolded, onFold, children }: SwimlaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const { isNear, height = SWIMLANE_HEIGHT } = useNear(box, board);
  return (
    <div ref={box} className="min-w-max shrink-0" style={isNear ? undefined : { height }}>
      {isNear && (
        <section aria-label={row.place?.name} className="flex flex-col gap-2">
          <SwimlaneHead row={row} isFolded={isFolded} onFold={onFold} />
          {!isFolded && <div className="flex gap-3">{children}</div>}
        </section>
      )}
    </div>
  );
}

function SwimlaneHead({
  row: { place, tasks, points },
  isFolded,
  onFold,
}: Pick<SwimlaneProps, 'row' | 'isFolded' | 'onFold'>) {
  if (!place) return null;
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <header className="sticky left-0 flex w-fit items-center gap-2">
      <button
        type="button"
        aria-label={isFolded ? texts.common.expand(place.name) : texts.common.collapse(place.name)}
        onClick={() => onFold(keyOf(place))}
        className="hit inline-flex items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Chevron size={14} aria-hidden />
      </button>
      <h2 className="text-sm font-semibold">{place.name}</h2>
      <span className="text-xs text-muted">{texts.common.tasks(tasks)}</span>
      <span className="text-xs text-muted">{texts.common.points(points)}</span>
    </header>
  );
}

function moveEntries(task: Task, own: Lane, board: Board, move: MoveCard): MenuEntry[] {
  const present = board.rows.flatMap(({ lanes }) => lanes);
  const lane = present.find(({ key }) => key === own.key) ?? own;
  const isMany = actedOnText(task) !== undefined;
  const at = isMany ? -1 : lane.tasks.findIndex(({ id }) => id === task.id);
  const beside = present.filter(
    (one) => (one !== lane || isMany) && one.row?.id === lane.row?.id && isWritable(one.column.by),
  );
  const across = present.filter(
    (one) => one !== lane && one.row && one.column.id === lane.column.id && isWritable(one.row.by),
  );
  const into = (one: Lane, name: string) => ({
    text: texts.common.moveTo(name),
    run: () => move(task, lane, one, one.tasks.length),
  });
  return [
    { separator: true },
    ...(at > 0 ? [{ text: boardTexts.board.moveUp, run: () => move(task, lane, lane, at - 1) }] : []),
    ...(at >= 0 && at < lane.tasks.length - 1
      ? [{ text: boardTexts.board.moveDown, run: () => move(task, lane, lane, at + 1) }]
      : []),
    ...beside.map((one) => into(one, one.name)),
    ...(across.length > 0 ? [{ separator: true } as const] : []),
    ...across.map((one) => into(one, one.row?.name ?? '')),
    { separator: true },
  ];
}

/** Drops on a card go before or after it, drops on a lane to its end. */
function useDrops(latest: { current: { board: Board; move: MoveCard } }): void {
  useDragging(
    ({ extractClosestEdge, monitorForElements }) =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const { board, move } = latest.current;
          const lanes = board.rows.flatMap((row) => row.lanes);
          const from = lanes.find(({ key }) => key === source.data['lane']);
          const task = from?.tasks.find(({ id }) => id === source.data['taskId']);
          const [target] = location.current.dropTargets;
          if (!from || !task || !target) return;
          const lane = lanes.find(({ key }) => key === target.data['lane']);
          if (!lane || (lane === from && target.data['taskId'] === task.id)) return;
          const others = othersIn(lane, task);
          const over = others.findIndex(({ id }) => id === target.data['taskId']);
          const isBelow = extractClosestEdge(target.data) === 'bottom';
          move(task, from, lane, over < 0 ? others.length : over + (isBelow ? 1 : 0));
        },
      }),
    [latest],
  );
}
