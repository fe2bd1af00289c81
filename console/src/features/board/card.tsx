import type { Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/types';
import { Ban, CalendarDays, CircleUser, Files, ListChecks, MessageSquare, Tag } from 'lucide-react';
import { memo, type ReactNode, useRef, useState } from 'react';
import { LabelChips, shownLabels } from '../../components/label-chips.tsx';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { Picker } from '../../components/picker.tsx';
import type { EditedField, TaskEditor } from '../../components/task-editors.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { TypedField } from '../../components/typed-field.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { CodeMark } from './code-mark.tsx';
import { WorkMark } from '../../components/work/work-mark.tsx';
import { cx } from '../../lib/cx.ts';
import { actedOnText } from '../../lib/acted-on.ts';
import { dueDayOf, fromDate, isPast, showDue } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.texts.ts';
import { board } from '../../lib/texts/board.texts.ts';
import type { Lane } from './lanes.ts';
import { useIsSelected } from '../../lib/selection.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';

interface CardProps {
  task: Task;
  lane: Lane;
  mayWrite: boolean;
  mayDrag: boolean;
  editors: Record<EditedField, TaskEditor>;
  entries: (task: Task, lane: Lane) => readonly MenuEntry[];
}

/** A task on the board: dragged, or moved by its menu. */
export const Card = memo(function Card({ task, lane, mayWrite, mayDrag, editors, entries }: CardProps) {
  const element = useRef<HTMLElement>(null);
  const { edge, isDragged } = useDrag(element, task.id, lane.key, mayDrag);
  const name = `${task.tid} ${task.title}`;
  const isSelected = useIsSelected(task.id);
  return (
    <article
      ref={element}
      aria-label={name}
      data-task={task.id}
      className={cx(
        'group/card panel relative flex flex-col gap-1.5 rounded-md p-2.5 shadow-card hover:border-edge has-[a:focus-visible]:border-accent-text',
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
          <span dir="auto" className="line-clamp-3 break-words">
            {task.title}
          </span>
        </TaskLink>
        <ActionsMenu
          of={task.tid}
          description={task.title}
          about={() => actedOnText(task)}
          entries={() => entries(task, lane)}
          className="relative -mt-1 -mr-1"
        />
      </div>
      <CardFacts
        task={task}
        editors={editors}
        mayWrite={mayWrite}
        hasStatus={lane.column.by !== 'status' && lane.row?.by !== 'status'}
      />
    </article>
  );
});

type FactsProps = Pick<CardProps, 'task' | 'editors' | 'mayWrite'> & {
  /** The lane does not say it. */
  hasStatus: boolean;
};

/** What is not set is offered while one points at the card or has the focus in it. There it takes no room from what is. */
const UNSET =
  'flex items-center rounded-md opacity-0 group-hover/card:opacity-100 group-focus-within/card:opacity-100 pointer-coarse:opacity-100 pointer-fine:absolute pointer-fine:bottom-1.5 pointer-fine:bg-surface';

/** Above the link that covers the card. */
const FACT = 'hit relative inline-flex items-center justify-center gap-1 rounded-md hover:bg-hover';

/** The fields of a card that are seen on it, changed where they stand. */
function CardFacts({ task, editors, mayWrite, hasStatus }: FactsProps) {
  const { priority, labels = [], dueDate, estimatedHours, isBlocked, assignee, status, work, code } = task;
  const isLate = dueDate !== null && status !== DONE && isPast(dueDate);
  const due = dueDate && (
    <span className={cx('inline-flex items-center gap-1', isLate && 'text-danger')}>
      <CalendarDays size={12} aria-hidden />
      <time dateTime={dueDate}>{showDue(dueDate)}</time>
    </span>
  );
  const fact = (field: 'priority' | 'labels' | 'assignee' | 'status', value: string, shown: ReactNode) =>
    mayWrite ? (
      <Picker
        label={list.cell(value, editors[field].label, task.tid)}
        options={editors[field].options}
        isReading={editors[field].isReading}
        selected={editors[field].selected(task)}
        isMultiple={editors[field].isMultiple ?? false}
        onChange={(values) => void changeTask(task, ...editors[field].change(values))}
        className={FACT}
      >
        {shown}
      </Picker>
    ) : (
      shown
    );
  const dueFact = mayWrite ? (
    <TypedField
      type="date"
      label={list.fieldOf(workTexts.task.dueDate, task.tid)}
      buttonLabel={list.cell(dueDate ? showDue(dueDate) : '', workTexts.task.dueDate, task.tid)}
      value={dueDayOf(dueDate)}
      onSave={(text) => void changeTask(task, { dueDate: fromDate(text) })}
      className={FACT}
    >
      {due ?? <CalendarDays size={12} aria-hidden />}
    </TypedField>
  ) : (
    due
  );
  const priorityFact = fact('priority', priority, <PriorityIcon priority={priority} />);
  return (
    <div className="-mb-1 -ml-1.5 flex min-h-6 flex-wrap items-center gap-x-1 text-xs text-muted">
      {hasStatus &&
        fact(
          'status',
          status,
          <>
            <StatusIcon status={status} />
            {status}
          </>,
        )}
      {priority !== 'None' && priorityFact}
      {isBlocked && (
        <span className="inline-flex items-center gap-1 px-1 text-danger">
          <Ban size={12} aria-hidden />
          {workTexts.task.blocked}
        </span>
      )}
      {labels.length > 0 &&
        fact(
          'labels',
          shownLabels(labels),
          <span className="flex flex-wrap gap-1">
            <LabelChips labels={labels} />
          </span>,
        )}
      {dueDate && dueFact}
      {estimatedHours !== null && <span className="px-1">{texts.common.points(estimatedHours)}</span>}
      <Counts task={task} />
      {work && <WorkMark work={work} />}
      {code && <CodeMark code={code} />}
      {assignee && (
        <span className="ml-auto">{fact('assignee', assignee.name, <Avatar name={assignee.name} isAlone />)}</span>
      )}
      {mayWrite && (
        <span className={cx(UNSET, assignee ? 'pointer-fine:right-10' : 'ml-auto pointer-fine:right-2')}>
          {priority === 'None' && priorityFact}
          {labels.length === 0 && fact('labels', '', <Tag size={12} aria-hidden />)}
          {!dueDate && dueFact}
          {!assignee && fact('assignee', texts.common.nobody, <CircleUser size={16} aria-hidden />)}
        </span>
      )}
    </div>
  );
}

/** How much hangs on the task. */
function Counts({ task: { counts } }: { task: Task }) {
  if (!counts) return null;
  const { subtasks, subtasksDone, comments, files } = counts;
  const shown = [
    {
      Icon: ListChecks,
      number: subtasks,
      text: `${subtasksDone}/${subtasks}`,
      name: board.subtasksDone(subtasksDone, subtasks),
    },
    { Icon: MessageSquare, number: comments, text: String(comments), name: board.comments(comments) },
    { Icon: Files, number: files, text: String(files), name: board.files(files) },
  ];
  return shown
    .filter(({ number }) => number > 0)
    .map(({ Icon, text, name }) => (
      <span key={name} title={name} className="inline-flex items-center gap-0.5 px-1">
        <Icon size={12} aria-hidden />
        <span aria-hidden>{text}</span>
        <span className="sr-only">{name}</span>
      </span>
    ));
}

function useDrag(element: { current: HTMLElement | null }, taskId: string, lane: string, mayDrag: boolean) {
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  useDragging(
    ({ attachClosestEdge, combine, draggable, dropTargetForElements, extractClosestEdge }) => {
      if (!element.current || !mayDrag) return undefined;
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
          onDrag: ({ self, source }) =>
            setEdge(source.data['taskId'] === taskId ? null : extractClosestEdge(self.data)),
          onDragLeave: () => setEdge(null),
          onDrop: () => setEdge(null),
        }),
      );
    },
    [element, taskId, lane, mayDrag],
  );
  return { edge, isDragged };
}
