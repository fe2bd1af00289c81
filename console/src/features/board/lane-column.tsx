import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import type { EditedField, TaskEditor } from '../../components/task-editors.tsx';
import { useDropArea } from '../../components/use-drop-area.ts';
import { cx } from '../../lib/cx.ts';
import { PRIORITIES, type Task } from '../../lib/model.ts';
import { useUser } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { board } from '../../lib/texts/board.texts.ts';
import { views as words } from '../../lib/texts/views.texts.ts';
import { Card } from './card.tsx';
import type { Lane } from './lanes.ts';
import { QuickAdd } from './quick-add.tsx';
import { useNear } from './use-near.ts';

interface LaneColumnProps {
  lane: Lane;
  /** How many tasks it is meant to hold at most. */
  limit: number | undefined;
  /** Undefined: tasks of several projects, where none can be added. */
  projectId: string | undefined;
  mayWrite: boolean;
  mayDrag: boolean;
  editors: Record<EditedField, TaskEditor>;
  isFolded: boolean;
  onFold: () => void;
  entries: (task: Task, lane: Lane) => readonly MenuEntry[];
  onMore: () => void;
}

/** A column of cards; an empty box stands for one that is far from what is seen of the board. */
export function LaneColumn({ board: whole, ...props }: LaneColumnProps & { board: RefObject<HTMLElement | null> }) {
  const box = useRef<HTMLDivElement>(null);
  const { isNear } = useNear(box, whole);
  return (
    <div
      ref={box}
      className={cx(
        'flex shrink-0 snap-start',
        props.isFolded ? 'w-44' : 'w-[min(85vw,16.25rem)]',
        !props.lane.row && 'h-full',
      )}
    >
      {isNear && <NearColumn {...props} />}
    </div>
  );
}

const CARD_HEIGHT = 92;
const GAP = 8;

/** Of its cards only those in view are in the document. */
function NearColumn(props: LaneColumnProps) {
  const { lane, limit, projectId, mayWrite, mayDrag, editors, isFolded, onFold, entries, onMore } = props;
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useDropArea(column, 'lane', lane.key, mayDrag);
  const virtualizer = useVirtualizer({
    count: lane.tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => lane.tasks[index]?.id ?? index,
    gap: GAP,
    overscan: 4,
  });
  useNewCard(lane.tasks, (index) => {
    column.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    virtualizer.scrollToIndex(index);
  });
  const { by } = lane.column;
  const name = lane.row ? words.within(lane.name, lane.row.name) : lane.name;
  const Heading = lane.row ? 'h3' : 'h2';
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <section
      ref={column}
      aria-label={name}
      className={cx(
        'flex min-w-0 grow flex-col rounded-lg bg-sunken',
        lane.row && 'max-h-96',
        isOver && 'outline-2 -outline-offset-2 outline-accent-text',
      )}
    >
      <header className="flex shrink-0 flex-wrap items-center gap-2 px-2 pt-2 pb-1.5">
        <div className="flex max-w-full items-center gap-2">
          <button
            type="button"
            aria-label={isFolded ? texts.common.expand(name) : texts.common.collapse(name)}
            onClick={onFold}
            className="hit -mx-1 inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <Chevron size={14} aria-hidden />
          </button>
          {by === 'status' && <StatusIcon status={lane.name} />}
          {by === 'priority' && <PriorityMark name={lane.name} />}
          <Heading className="min-w-0 truncate text-sm font-semibold">{lane.name}</Heading>
        </div>
        <p className="ml-auto flex gap-2 text-xs whitespace-nowrap text-muted">
          <TaskCount count={lane.total} limit={limit} />
          <span>{texts.common.points(lane.points)}</span>
        </p>
      </header>
      <div
        ref={scroller}
        data-lane
        tabIndex={lane.tasks.length > 0 ? -1 : undefined}
        hidden={isFolded}
        className="scroll-thin min-h-12 overflow-y-auto px-2 py-1"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const task = lane.tasks[item.index];
            return (
              task && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Card
                    task={task}
                    lane={lane}
                    mayWrite={mayWrite}
                    mayDrag={mayDrag}
                    editors={editors}
                    entries={entries}
                  />
                </div>
              )
            );
          })}
        </div>
        {lane.total > lane.tasks.length && (
          <button
            type="button"
            onClick={onMore}
            className="control mt-2 w-full rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink"
          >
            {board.more}
          </button>
        )}
      </div>
      {mayWrite && projectId && !isFolded && <QuickAdd projectId={projectId} lane={lane} />}
    </section>
  );
}

/** Tasks that are older are no news, wherever they come from. */
const NEW_MS = 15_000;

/** Shows the card of a task that the reader has just made, once it is there. */
function useNewCard(tasks: readonly Task[], show: (index: number) => void): void {
  const me = useUser();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(tasks.map(({ id }) => id));
    if (!before) return;
    const index = tasks.findIndex(
      ({ id, createdById, createdAt }) =>
        !before.has(id) && createdById === me?.id && Date.now() - new Date(createdAt).getTime() < NEW_MS,
    );
    if (index >= 0) show(index);
  }, [tasks]);
}

function TaskCount({ count, limit }: { count: number; limit: number | undefined }) {
  if (limit === undefined) return <span>{texts.common.tasks(count)}</span>;
  return <span className={cx(count > limit && 'font-semibold text-danger')}>{board.tasksOf(count, limit)}</span>;
}

function PriorityMark({ name }: { name: string }) {
  const priority = PRIORITIES.find((one) => one === name);
  return (
    priority && (
      <span aria-hidden className="inline-flex">
        <PriorityIcon priority={priority} />
      </span>
    )
  );
}
