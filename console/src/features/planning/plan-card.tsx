import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { HoursInput } from '../../components/hours-input.tsx';
import { ColourDot, shownLabels } from '../../components/label-chips.tsx';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { actedOnText, removeActedOn } from '../../lib/acted-on.ts';
import { useChangeAddress } from '../../lib/address.ts';
import { cx } from '../../lib/cx.ts';
import { isPast, showDue } from '../../lib/format.ts';
import { keyOf } from '../../lib/keys.ts';
import { DONE, type Sprint, type Task } from '../../lib/model.ts';
import { useIsSelected } from '../../lib/selection.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { texts } from '../../lib/texts.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { inWords, type Unit } from './amounts.ts';

interface PlanCardProps {
  task: Task;
  unit: Unit;
  mayWrite: boolean;
  sprints: readonly Sprint[];
  onPlan: (task: Task, sprintId: string | null) => void;
}

/** A task in one line, with its points. */
export const PlanCard = memo(function PlanCard({ task, unit, mayWrite, sprints, onPlan }: PlanCardProps) {
  const element = useRef<HTMLElement>(null);
  const [isDragged, setDragged] = useState(false);
  useDragging(
    ({ draggable }) => {
      if (!element.current || !mayWrite) return undefined;
      return draggable({
        element: element.current,
        getInitialData: () => ({ taskId: task.id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      });
    },
    [task.id, mayWrite],
  );
  const changeAddress = useChangeAddress();
  const entries = (): MenuEntry[] => [
    { text: texts.common.open, run: () => changeAddress({ task: task.tid }) },
    { separator: true },
    ...sprints
      .filter(({ id }) => id !== task.sprintId || actedOnText(task))
      .map(({ id, name }) => ({ text: planningTexts.planning.planTo(name), run: () => onPlan(task, id) })),
    ...(task.sprintId === null && !actedOnText(task)
      ? []
      : [{ text: texts.common.moveTo(planningTexts.planning.backlog), run: () => onPlan(task, null) }]),
    { separator: true },
    { text: texts.common.delete, isDangerous: true, run: () => void removeActedOn(task) },
  ];
  return (
    <article
      ref={element}
      aria-label={`${task.tid} ${task.title}`}
      data-task={task.id}
      className={cx(
        'flex h-full items-center gap-2 border-b border-line px-3 hover:bg-hover',
        useIsSelected(task.id) && 'bg-accent-soft hover:bg-accent-soft',
        isDragged && 'opacity-40',
      )}
    >
      <StatusIcon status={task.status} />
      <PriorityIcon priority={task.priority} />
      <TaskLink
        tid={task.tid}
        className="control flex min-w-0 grow items-center gap-2 py-1 pointer-coarse:py-0 pointer-coarse:leading-5"
      >
        <span className="shrink-0 text-xs text-muted max-sm:hidden">{task.tid}</span>
        <span dir="auto" className="truncate pointer-coarse:two-lines">
          {task.title}
        </span>
      </TaskLink>
      <Facts task={task} />
      {task.assignee && <Avatar name={task.assignee.name} isAlone />}
      <Estimate task={task} unit={unit} mayWrite={mayWrite} />
      {mayWrite && (
        <ActionsMenu of={task.tid} description={task.title} about={() => actedOnText(task)} entries={entries} />
      )}
    </article>
  );
});

/** Labels and the due date, where there is room. */
function Facts({ task: { labels = [], dueDate, status } }: { task: Task }) {
  const isLate = dueDate !== null && status !== DONE && isPast(dueDate);
  return (
    <>
      {labels.length > 0 && (
        <span title={shownLabels(labels)} className="flex shrink-0 gap-1">
          {labels.map(({ id, color }) => (
            <ColourDot key={id} color={color} />
          ))}
          <span className="sr-only">{shownLabels(labels)}</span>
        </span>
      )}
      {dueDate && (
        <time
          dateTime={dueDate}
          className={cx('shrink-0 text-xs whitespace-nowrap max-sm:hidden', isLate ? 'text-danger' : 'text-muted')}
        >
          {showDue(dueDate)}
        </time>
      )}
    </>
  );
}

/** After Enter one goes on with the points of the next row. */
function goToNext(event: KeyboardEvent<HTMLElement>): void {
  if (keyOf(event) !== 'Enter') return;
  const inputs = [
    ...(event.currentTarget.closest('section')?.querySelectorAll<HTMLElement>('[data-points] input') ?? []),
  ];
  const next = inputs[inputs.findIndex((input) => event.currentTarget.contains(input)) + 1];
  if (next instanceof HTMLInputElement) {
    next.focus();
    next.select();
  }
}

/** The points where they stand; they are the estimated hours. */
function Estimate({ task, unit, mayWrite }: Pick<PlanCardProps, 'task' | 'unit' | 'mayWrite'>) {
  if (!mayWrite)
    return (
      <span className="shrink-0 text-sm whitespace-nowrap text-muted">{inWords(unit, task.estimatedHours ?? 0)}</span>
    );
  return (
    <span data-points onKeyDown={goToNext} className="inline-flex shrink-0">
      <HoursInput
        label={unit === 'hours' ? planningTexts.planning.hoursOf(task.tid) : planningTexts.planning.pointsOf(task.tid)}
        hours={task.estimatedHours}
        save={(estimatedHours) => changeTask(task, { estimatedHours })}
        className="hit w-16 shrink-0 rounded-md border border-line bg-surface px-1 text-right text-sm hover:border-edge"
      />
    </span>
  );
}
