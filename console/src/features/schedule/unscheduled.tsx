import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { listFailure } from '../../components/filter-values.ts';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useDropArea } from '../../components/use-drop-area.ts';
import { cx } from '../../lib/cx.ts';
import { showNumber } from '../../lib/figures.ts';
import type { Task } from '../../lib/model.ts';
import { calendar as words } from '../../lib/texts/schedule.texts.ts';
import { DayTask } from './day-task.tsx';
import type { UnscheduledPages } from './use-unscheduled.ts';

interface UnscheduledProps {
  pages: UnscheduledPages;
  tasks: readonly Task[];
  mayDrag: boolean;
}

/** The open tasks that are due at no time: from here they are dragged onto a day, and back. */
export function Unscheduled({ pages, tasks, mayDrag }: UnscheduledProps) {
  const area = useRef<HTMLElement>(null);
  const isOver = useDropArea(area, 'day', null, mayDrag);
  const { total, hasMore, isReading, error, retry, readMore } = pages;
  return (
    <section
      ref={area}
      aria-label={words.unscheduled}
      className={cx(
        'scroll-thin flex shrink-0 flex-col gap-1 border-line p-3 max-lg:border-t lg:w-64 lg:overflow-y-auto lg:border-l',
        isOver && 'outline-2 -outline-offset-2 outline-accent-text',
      )}
    >
      <div className="flex items-baseline gap-2 pb-1">
        <h2 className="text-sm font-semibold">{words.unscheduled}</h2>
        {total !== undefined && <span className="text-xs text-muted">{showNumber(total)}</span>}
      </div>
      {error && <Failure text={listFailure(error)} onRetry={retry} />}
      {isReading && tasks.length === 0 && <Skeleton rows={3} />}
      {total === 0 && tasks.length === 0 && <p className="text-sm text-muted">{words.noneUnscheduled}</p>}
      {tasks.map((task) => (
        <DayTask key={task.id} task={task} mayDrag={mayDrag} isWhole />
      ))}
      {hasMore && (
        <Button look="quiet" isBusy={isReading} onClick={readMore}>
          {words.showMore}
        </Button>
      )}
    </section>
  );
}
