import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useDropArea } from '../../components/use-drop-area.ts';
import { cx } from '../../lib/cx.ts';
import type { Sprint, Task } from '../../lib/model.ts';
import { IS_THUMB } from '../../lib/thumb.ts';
import { texts } from '../../lib/texts.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { amountsOf, inWords, type Unit } from './amounts.ts';
import { PlanCard } from './plan-card.tsx';

export interface PlanProps {
  title: string;
  /** The heading in place of the title alone. */
  heading?: ReactNode;
  sprintId: string | null;
  /** All that the amounts are of. */
  tasks: readonly Task[];
  /** The ones to list; all unless given. */
  shown?: readonly Task[];
  unit: Unit;
  mayWrite: boolean;
  sprints: readonly Sprint[];
  emptyText: string;
  head?: ReactNode;
  className?: string;
  onPlan: (task: Task, sprintId: string | null) => void;
}

const ROW_HEIGHT = IS_THUMB ? 48 : 36;
/** Longer lists scroll by themselves; shorter ones are as high as they are. */
const MOST_ROWS = 12;

/** A region of tasks with what they add up to, into which tasks are dropped. */
export function Plan({
  title,
  heading = title,
  sprintId,
  tasks,
  shown = tasks,
  unit,
  mayWrite,
  sprints,
  emptyText,
  head,
  className,
  onPlan,
}: PlanProps) {
  const region = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useDropArea(region, 'sprintId', sprintId, mayWrite);
  const { all, done, remaining } = amountsOf(tasks);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 4,
  });
  return (
    <section
      ref={region}
      aria-label={title}
      className={cx('panel flex flex-col', isOver && 'outline-2 -outline-offset-2 outline-accent-text', className)}
    >
      <header className="flex shrink-0 flex-col gap-1 border-b border-line px-3 py-2">
        <div className="flex min-h-7 flex-wrap items-center gap-2">
          <h2 className="truncate font-semibold">{heading}</h2>
          {head}
        </div>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span role={sprintId === null ? 'status' : undefined}>
            {shown.length < tasks.length
              ? planningTexts.planning.found(shown.length, tasks.length)
              : texts.common.tasks(tasks.length)}
          </span>
          <span className="font-medium text-ink">{inWords(unit, all)}</span>
          {sprintId !== null && <span>{planningTexts.planning.done(inWords(unit, done))}</span>}
          <span>{planningTexts.planning.remaining(inWords(unit, remaining))}</span>
        </p>
      </header>
      {shown.length === 0 && <p className="px-3 py-4 text-sm text-muted">{emptyText}</p>}
      <div
        ref={scroller}
        className="scroll-thin min-h-4 grow overflow-y-auto"
        style={sprintId === null ? undefined : { maxHeight: MOST_ROWS * ROW_HEIGHT }}
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const task = shown[item.index];
            return (
              task && (
                <div
                  key={item.key}
                  className="absolute inset-x-0 top-0"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
                >
                  <PlanCard task={task} unit={unit} mayWrite={mayWrite} sprints={sprints} onPlan={onPlan} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}
