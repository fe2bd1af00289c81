import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Avatar, StatusIcon } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { useTaskAddress } from '../../components/task-link.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { cx } from '../../lib/cx.ts';
import { isPast } from '../../lib/format.ts';
import { DONE } from '../../lib/model.ts';
import { useIsSelected } from '../../lib/selection.ts';
import { timeline as words } from '../../lib/texts/schedule.texts.ts';
import { movedBy, reschedule, showDays, stretchedBy } from './reschedule.ts';
import type { Row } from './timeline-rows.ts';
import { extentOf, type TimeScale } from './timeline-scale.ts';
import { type BarDrag, useBarDrag } from './use-bar-drag.ts';

interface TimelineRowProps {
  row: Row;
  scale: TimeScale;
  mayDrag: boolean;
  /** The names stand in the bars: there is no room for a column of them. */
  isNarrow: boolean;
  index: number;
  count: number;
  height: number;
}

/** A task with its bar: dragged, or moved by its menu or by keys. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, scale, mayDrag, isNarrow, index, count, height } = props;
  const { task } = row;
  const address = useTaskAddress(task.tid);
  const isSelected = useIsSelected(task.id);
  const menu = <TaskMenu task={task} places={() => placesFor(row)} />;
  return (
    <div
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      data-task={task.id}
      className="group/row absolute inset-x-0 top-0 flex hover:bg-hover/50"
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {!isNarrow && (
        <div
          className={cx(
            'sticky left-0 z-10 flex w-(--names) shrink-0 items-center gap-1.5 border-r border-line bg-canvas pr-2 pl-4',
            isSelected && 'bg-accent-soft',
          )}
        >
          <StatusIcon status={task.status} />
          {/* For the mouse: what is heard is the bar, which has the same name and its days. */}
          <a
            {...address}
            aria-hidden
            tabIndex={-1}
            title={nameOf(row)}
            className={cx('min-w-0 grow truncate text-sm', task.status === DONE && 'text-muted')}
          >
            <span className="text-xs text-muted">{task.tid}</span> {task.title}
          </a>
          {task.assignee && <Avatar name={task.assignee.name} isAlone />}
          <span className="absolute right-1 rounded-md bg-canvas opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
            {menu}
          </span>
        </div>
      )}
      <Bar row={row} scale={scale} mayDrag={mayDrag} isNarrow={isNarrow} isSelected={isSelected} address={address} />
      {isNarrow && <span className="sticky right-1 z-10 my-auto h-fit shrink-0 rounded-md bg-canvas">{menu}</span>}
    </div>
  );
});

const nameOf = ({ task: { tid, title } }: Row): string => `${tid} ${title}`;

/** Of a name from the beginning of its bar. */
const NAME_INSET = 8;

interface BarProps extends Pick<TimelineRowProps, 'row' | 'scale' | 'mayDrag' | 'isNarrow'> {
  isSelected: boolean;
  address: ReturnType<typeof useTaskAddress>;
}

function Bar({ row, scale, mayDrag, isNarrow, isSelected, address }: BarProps) {
  const { task, days, early } = row;
  const drop = ({ part, days: by }: BarDrag) =>
    reschedule(task, (one) => (part === 'all' ? movedBy(one, by) : stretchedBy(one, by, part)));
  const { drag, onPointerDown } = useBarDrag({ mayDrag, pixels: scale.pixels, onDrop: drop });
  const { left, width } = draggedTo(extentOf(scale, days), drag, scale.pixels);
  const isDone = task.status === DONE;
  const isLate = task.dueDate !== null && !isDone && isPast(task.dueDate);
  const name = words.bar(nameOf(row), showDays(days));
  const hint = early.length > 0 ? words.beforeEnd(early.join(', ')) : undefined;
  return (
    <div className="relative h-full" style={{ width: scale.width }}>
      <a
        {...address}
        data-task-link
        aria-label={name}
        aria-description={hint}
        title={name}
        onPointerDown={onPointerDown}
        className={cx(
          'absolute inset-y-1 min-w-2 touch-pan-x touch-pan-y border text-xs select-none focus-visible:outline-offset-1',
          isDone ? 'border-line bg-hover' : isLate ? 'border-danger bg-danger-soft' : 'border-accent bg-accent-soft',
          early.length > 0 && 'border-2 border-danger',
          isSelected && 'outline-2 outline-accent-text',
          mayDrag && 'cursor-grab active:cursor-grabbing',
          drag && 'z-10 opacity-80 shadow-pop',
          task.startDate === null || task.dueDate === null ? 'rounded-full' : 'rounded-sm',
        )}
        style={{ left, width }}
      >
        {mayDrag && <Edges />}
      </a>
      {isNarrow && (
        // Beside the bar and not in it: in view also where the bar ends.
        <a
          {...address}
          aria-hidden
          tabIndex={-1}
          onPointerDown={onPointerDown}
          className="sticky left-2 flex h-full w-max items-center text-xs whitespace-nowrap text-ink select-none"
          style={{ marginLeft: left + NAME_INSET }}
        >
          {hint && <TriangleAlert size={12} className="mr-1 shrink-0 text-danger" />}
          {task.title}
        </a>
      )}
      {hint && (
        <span
          title={hint}
          className={cx('absolute top-1/2 -translate-y-1/2 text-danger', isNarrow && 'sr-only')}
          style={{ left: left + width + 4 }}
        >
          <TriangleAlert size={14} aria-hidden />
          <span className="sr-only">{hint}</span>
        </span>
      )}
    </div>
  );
}

/** What stretches a bar. */
function Edges() {
  const look = 'absolute inset-y-0 w-2 cursor-ew-resize pointer-coarse:hidden';
  return (
    <>
      <span data-edge="start" className={cx(look, 'left-0')} />
      <span data-edge="due" className={cx(look, 'right-0')} />
    </>
  );
}

/** Where the bar stands while it is dragged. */
function draggedTo({ left, width }: { left: number; width: number }, drag: BarDrag | undefined, pixels: number) {
  if (!drag) return { left, width };
  const by = drag.days * pixels;
  const least = pixels - width;
  if (drag.part === 'all') return { left: left + by, width };
  if (drag.part === 'due') return { left, width: width + Math.max(by, least) };
  return { left: left + Math.min(by, -least), width: width - Math.min(by, -least) };
}

/** For who has no mouse. */
function placesFor({ task }: Row): MenuEntry[] {
  const entry = (text: string, change: Parameters<typeof reschedule>[1]): MenuEntry => ({
    text,
    run: () => reschedule(task, change),
  });
  return [
    entry(words.earlier, (one) => movedBy(one, -1)),
    entry(words.later, (one) => movedBy(one, 1)),
    entry(words.weekEarlier, (one) => movedBy(one, -7)),
    entry(words.weekLater, (one) => movedBy(one, 7)),
    entry(words.longer, (one) => stretchedBy(one, 1, 'due')),
    entry(words.shorter, (one) => stretchedBy(one, -1, 'due')),
  ];
}
