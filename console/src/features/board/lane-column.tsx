import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { StatusIcon } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { useDropArea } from '../../components/use-drop-area.ts';
import { cx } from '../../lib/cx.ts';
import type { Task } from '../../lib/model.ts';
import { texts } from '../../lib/texts.ts';
import { Card } from './card.tsx';
import type { Lane } from './lanes.ts';
import { QuickAdd } from './quick-add.tsx';

interface LaneColumnProps {
  lane: Lane;
  projectId: string;
  mayWrite: boolean;
  entries: (task: Task) => readonly MenuEntry[];
}

const CARD_HEIGHT = 92;
const GAP = 8;

/** A column of cards, of which only those in view are in the document. */
export function LaneColumn({ lane, projectId, mayWrite, entries }: LaneColumnProps) {
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useDropArea(column, 'lane', lane.name, mayWrite);
  const virtualizer = useVirtualizer({
    count: lane.tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => lane.tasks[index]?.id ?? index,
    gap: GAP,
    overscan: 4,
  });
  return (
    <section
      ref={column}
      aria-label={lane.name}
      className={cx(
        'flex h-full w-[min(85vw,18.5rem)] shrink-0 snap-start flex-col rounded-lg bg-sunken',
        isOver && 'outline-2 -outline-offset-2 outline-accent-text',
      )}
    >
      <header className="flex shrink-0 items-center gap-2 px-3 pt-2.5 pb-1.5">
        <StatusIcon status={lane.name} />
        <h2 className="truncate text-sm font-semibold">{lane.name}</h2>
        <p className="ml-auto flex gap-2 text-xs whitespace-nowrap text-muted">
          <span>{texts.common.tasks(lane.tasks.length)}</span>
          <span>{texts.common.points(lane.points)}</span>
        </p>
      </header>
      <div
        ref={scroller}
        data-lane
        tabIndex={lane.tasks.length > 0 ? -1 : undefined}
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
                  <Card task={task} mayMove={mayWrite} entries={entries} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {mayWrite && <QuickAdd projectId={projectId} status={lane.name} />}
    </section>
  );
}
