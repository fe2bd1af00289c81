import { memo, useRef, useState } from 'react';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import type { MenuEntry } from '../../components/menu.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { cx } from '../../lib/cx.ts';
import { addDays, type Day, showDay, showTime, weekOf } from './days.ts';
import { dayOf, dueDayOf, isDay, isPast } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { useIsSelected } from '../../lib/selection.ts';
import { texts } from '../../lib/texts.ts';
import { calendar as words } from '../../lib/texts/schedule.texts.ts';
import { dueOn, reschedule } from './reschedule.ts';
import { SeenText } from './seen-text.tsx';

interface DayTaskProps {
  task: Task;
  mayDrag: boolean;
  /** With all that there is room for, on as many lines as it takes. */
  isWhole?: boolean;
}

/** A task of the calendar: dragged to a day, or moved there by its menu or by keys. */
export const DayTask = memo(function DayTask({ task, mayDrag, isWhole = false }: DayTaskProps) {
  const { id, tid, title, status, dueDate, priority, assignee } = task;
  const element = useRef<HTMLElement>(null);
  const isDragged = useDragged(element, id, mayDrag);
  const isSelected = useIsSelected(id);
  const isDone = status === DONE;
  const isLate = dueDate !== null && !isDone && isPast(dueDate);
  const name = `${tid} ${title}`;
  const time = dueDate !== null && !isDay(dueDate) ? showTime(dueDate) : undefined;
  return (
    <article
      ref={element}
      aria-label={name}
      data-task={id}
      className={cx(
        'group/task panel relative flex min-w-0 items-center gap-x-1.5 rounded-md px-1.5 hover:border-edge has-[a:focus-visible]:border-accent-text pointer-coarse:min-h-11',
        isWhole && 'flex-wrap py-1',
        isSelected && 'border-accent-text bg-accent-soft',
        isDragged && 'opacity-40',
      )}
    >
      <StatusIcon status={status} />
      <TaskLink
        tid={tid}
        title={name}
        className={cx(
          'min-w-0 py-0.5 text-xs before:absolute before:inset-0 max-sm:text-sm',
          isWhole ? 'order-last w-full break-words' : 'grow max-sm:break-words sm:truncate',
        )}
      >
        <span className="sr-only">{name}</span>
        {time && (
          <SeenText
            text={time}
            className={cx('mr-1 whitespace-nowrap tabular-nums', isLate ? 'text-danger' : 'text-muted')}
          />
        )}
        <SeenText text={title} className={cx(isDone && 'text-muted line-through', isLate && 'text-danger')} />
      </TaskLink>
      {time && (
        <time dateTime={dueDate ?? ''} className="sr-only">
          {time}
        </time>
      )}
      {isWhole && <SeenText text={tid} className="mr-auto text-xs text-muted" />}
      {(priority === 'Urgent' || priority === 'High') && !isDone && <PriorityIcon priority={priority} />}
      {isWhole && assignee && <Avatar name={assignee.name} isAlone />}
      <span className="pointer-coarse:relative absolute right-0 rounded-md bg-surface opacity-0 group-hover/task:opacity-100 group-focus-within/task:opacity-100 pointer-coarse:opacity-100">
        <TaskMenu task={task} places={() => placesFor(task)} />
      </span>
    </article>
  );
});

/** Days that are near: for who has no mouse. */
function placesFor(task: Task): MenuEntry[] {
  const to = (day: Day | undefined, name: string): MenuEntry => ({
    text: texts.common.moveTo(name),
    run: () => reschedule(task, (one) => dueOn(one, day)),
  });
  const today = dayOf(new Date());
  const due = dueDayOf(task.dueDate);
  const days = due
    ? [addDays(due, -1), addDays(due, 1), addDays(due, 7)]
    : [today, addDays(today, 1), addDays(weekOf(today), 7)];
  const near = [...new Set(days)].map((day) => to(day, showDay(day)));
  return due ? [...near, to(undefined, words.unscheduled)] : near;
}

function useDragged(element: { current: HTMLElement | null }, taskId: string, mayDrag: boolean): boolean {
  const [isDragged, setDragged] = useState(false);
  useDragging(
    ({ draggable }) =>
      element.current && mayDrag
        ? draggable({
            element: element.current,
            getInitialData: () => ({ taskId }),
            onDragStart: () => setDragged(true),
            onDrop: () => setDragged(false),
          })
        : undefined,
    [element, taskId, mayDrag],
  );
  return isDragged;
}
