import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { TaskKeys } from '../../components/task-keys.tsx';
import { cx } from '../../lib/cx.ts';
import { IS_THUMB } from '../../lib/thumb.ts';
import { timeline as words } from '../../lib/texts/schedule.texts.ts';
import { BlockerLines } from './blocker-lines.tsx';
import type { Day } from './days.ts';
import { movedBy, reschedule, stretchedBy } from './reschedule.ts';
import { TimelineRow } from './timeline-row.tsx';
import type { Row } from './timeline-rows.ts';
import { dayAtX, type TimeScale } from './timeline-scale.ts';
import { useMoveKeys } from './use-move-keys.ts';

const ROW_HEIGHT = IS_THUMB ? 44 : 36;
const HEADER_HEIGHT = 48;
const OVERSCAN = 4;
/** Where the day that is shown stands in the window. */
const SHARE = 0.25;

/** As `sm` of the style sheet. */
const NARROW = matchMedia('(width < 40rem)');

function onWidth(hear: () => void): () => void {
  NARROW.addEventListener('change', hear);
  return () => NARROW.removeEventListener('change', hear);
}

interface TimelineProps {
  rows: readonly Row[];
  scale: TimeScale;
  /** It is in view at first. */
  day: Day;
  today: Day;
  mayDrag: boolean;
  /** The day that is in the place of `day` when one scrolls. */
  onSeen: (day: Day) => void;
}

/** Bars under a scale, of which only the rows in view are in the document. */
export function Timeline({ rows, scale, day, today, mayDrag, onSeen }: TimelineProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const isNarrow = useSyncExternalStore(onWidth, () => NARROW.matches);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.task.id ?? index,
    scrollMargin: HEADER_HEIGHT,
    overscan: OVERSCAN,
  });
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    current.scrollLeft = scale.xOf(day) - shareOf(current);
    // Down to the first bar that is not over by then.
    current.scrollTop =
      Math.max(
        0,
        rows.findIndex(({ days }) => days.to >= day),
      ) * ROW_HEIGHT;
  }, []);
  useMoveKeys(canvas, (task, { days, isShift }) => {
    if (days === 0) return;
    reschedule(task, (one) => (isShift ? stretchedBy(one, days, 'due') : movedBy(one, days)));
    requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  });
  const items = virtualizer.getVirtualItems();
  const x = scale.xOf(today) + scale.pixels / 2;
  return (
    <>
      <div
        ref={scroller}
        onScroll={({ currentTarget }) => onSeen(dayAtX(scale, currentTarget.scrollLeft + shareOf(currentTarget)))}
        className="scroll-thin relative min-h-0 grow scroll-pt-12 scroll-pl-(--names) overflow-auto border-t border-line [--names:0px] sm:[--names:18rem]"
      >
        <div className="relative" style={{ width: `calc(var(--names) + ${scale.width}px)`, minHeight: '100%' }}>
          <Header scale={scale} today={today} />
          <Lines scale={scale} x={x} />
          <div className="absolute left-(--names)" style={{ top: HEADER_HEIGHT }}>
            <BlockerLines
              rows={rows}
              scale={scale}
              rowHeight={ROW_HEIGHT}
              first={items[0]?.index ?? 0}
              last={items.at(-1)?.index ?? 0}
            />
          </div>
          <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-0" style={{ top: HEADER_HEIGHT }}>
            <div className="sticky left-0 h-full w-(--names) border-r border-line bg-canvas max-sm:hidden" />
          </div>
          <div
            ref={canvas}
            role="list"
            aria-label={words.name}
            className="relative"
            style={{ height: rows.length * ROW_HEIGHT }}
          >
            {items.map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <TimelineRow
                    key={item.key}
                    row={row}
                    scale={scale}
                    mayDrag={mayDrag}
                    isNarrow={isNarrow}
                    index={item.index}
                    count={rows.length}
                    height={ROW_HEIGHT}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      <TaskKeys container={canvas} />
    </>
  );
}

/** Where in the window, the names beside it not counted, the day stands that is shown. */
const shareOf = (scroller: HTMLElement): number => {
  const names = parseFloat(getComputedStyle(scroller).scrollPaddingLeft) || 0;
  return (scroller.clientWidth - names) * SHARE;
};

/** Months over weeks or days; years over months. */
function Header({ scale, today }: { scale: TimeScale; today: Day }) {
  const { upper, lower, xOf } = scale;
  const now = xOf(today);
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex border-b border-line bg-canvas"
      style={{ height: HEADER_HEIGHT }}
    >
      <div className="sticky left-0 z-10 w-(--names) shrink-0 border-r border-line bg-canvas max-sm:hidden" />
      <div className="relative" style={{ width: scale.width }}>
        {upper.map(({ text, left, width }) => (
          <div key={left} className="absolute top-0 h-6 border-l border-line" style={{ left, width }}>
            <span className="sticky left-[calc(var(--names)+0.5rem)] ml-2 inline-block text-xs leading-6 font-medium">
              {width > 80 && text}
            </span>
          </div>
        ))}
        {lower.map(({ text, left, width }) => (
          <div
            key={left}
            className={cx(
              'absolute top-6 h-6 text-xs leading-6 tabular-nums',
              scale.pixels === width ? 'text-center' : 'pl-1',
              now >= left && now < left + width ? 'font-semibold text-accent-text' : 'text-muted',
            )}
            style={{ left, width }}
          >
            {width > 16 && text}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The beginnings of weeks or months, and today. */
function Lines({ scale: { lower }, x }: { scale: TimeScale; x: number }) {
  return (
    <div aria-hidden className="pointer-events-none absolute bottom-0 left-(--names)" style={{ top: HEADER_HEIGHT }}>
      {lower.map(({ left }) => (
        <span key={left} className="absolute inset-y-0 w-px bg-line" style={{ left }} />
      ))}
      <span className="absolute inset-y-0 w-px bg-accent" style={{ left: x }} />
    </div>
  );
}
