import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/types';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Ban, CalendarDays } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Avatar, LabelChips, PriorityIcon } from '../../components/marks.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { WorkMark } from '../../components/work/work-mark.tsx';
import { cx } from '../../lib/cx.ts';
import { isPast, showDate } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { texts } from '../../lib/texts.ts';
import type { Lane } from './lanes.ts';
import { useIsSelected } from '../../lib/selection.ts';
import * as workTexts from '../../lib/texts/work.ts';

interface CardProps {
  task: Task;
  lane: Lane;
  mayMove: boolean;
  entries: (task: Task, lane: Lane) => readonly MenuEntry[];
}

/** A task on the board: dragged, or moved by its menu. */
export const Card = memo(function Card({ task, lane, mayMove, entries }: CardProps) {
  const element = useRef<HTMLElement>(null);
  const { edge, isDragged } = useDrag(element, task.id, lane.key, mayMove);
  const name = `${task.tid} ${task.title}`;
  const isSelected = useIsSelected(task.id);
  return (
    <article
      ref={element}
      aria-label={name}
      data-task={task.id}
      className={cx(
        'panel relative flex flex-col gap-1.5 rounded-md p-2.5 shadow-card hover:border-edge has-[a:focus-visible]:border-accent-text',
        isSelected && 'border-accent-text bg-accent-soft',
        isDragged && 'opacity-40',
      )}
    >
      {edge && (
        <span
          aria-hidden
          className={cx('absolute inset-x-0 h-0.5 bg-accent', edge === 'top' ? '-top-1.5' : '-bottom-1.5')}
        />
      )}
      <div className="flex items-start gap-1">
        <TaskLink tid={task.tid} className="min-w-0 grow before:absolute before:inset-0">
          <span className="block text-xs text-muted">{task.tid}</span>
          <span className="line-clamp-3 break-words">{task.title}</span>
        </TaskLink>
        <ActionsMenu
          of={task.tid}
          description={task.title}
          entries={() => entries(task, lane)}
          className="relative -mt-1 -mr-1"
        />
      </div>
      <CardFacts task={task} />
    </article>
  );
});

function CardFacts({ task }: { task: Task }) {
  const { priority, labels = [], dueDate, estimatedHours, isBlocked, assignee, status, work } = task;
  const isLate = dueDate !== null && status !== DONE && isPast(dueDate);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {priority !== 'None' && <PriorityIcon priority={priority} />}
      {isBlocked && (
        <span className="inline-flex items-center gap-1 text-danger">
          <Ban size={12} aria-hidden />
          {workTexts.task.blocked}
        </span>
      )}
      <LabelChips labels={labels} />
      {dueDate && (
        <span className={cx('inline-flex items-center gap-1', isLate && 'text-danger')}>
          <CalendarDays size={12} aria-hidden />
          <span className="sr-only">{isLate ? workTexts.task.overdue : workTexts.task.dueDate}</span>
          <time dateTime={dueDate}>{showDate(dueDate)}</time>
        </span>
      )}
      {estimatedHours !== null && <span>{texts.common.points(estimatedHours)}</span>}
      {work && <WorkMark work={work} />}
      {assignee && (
        <span className="ml-auto">
          <Avatar name={assignee.name} isAlone />
        </span>
      )}
    </div>
  );
}

function useDrag(element: { current: HTMLElement | null }, taskId: string, lane: string, mayMove: boolean) {
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!element.current || !mayMove) return undefined;
    const data = { taskId, lane };
    return combine(
      draggable({
        element: element.current,
        getInitialData: () => data,
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data['taskId'] !== undefined,
        getData: ({ input, element: target }) =>
          attachClosestEdge(data, { input, element: target, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data['taskId'] === taskId ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [element, taskId, lane, mayMove]);
  return { edge, isDragged };
}
