import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { changeIntoAll, groupsToMoveTo, isWritable } from '../../components/groups.ts';
import type { MenuEntry } from '../../components/menu.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { cx } from '../../lib/cx.ts';
import type { Task } from '../../lib/model.ts';
import { actedOnText, changeActedOn } from '../../lib/acted-on.ts';
import { findShownTask } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { views as words } from '../../lib/texts/views.texts.ts';
import { announce } from '../../lib/toasts.ts';
import type { GroupedRow, HeadingRow, Step } from './use-grouped-rows.ts';

interface FrameProps extends ComponentProps<'div'> {
  /** Undefined where the list has no groups. */
  row: GroupedRow | undefined;
  task: Task | undefined;
  mayMove: boolean;
}

/** A row, which can be dragged into another group. */
export function GroupedRowFrame({ row, task, mayMove, className, ...rest }: FrameProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useDragging(
    ({ combine, draggable, dropTargetForElements }) => {
      if (!element.current || !row || !mayMove || !row.path.some(({ by }) => isWritable(by))) return undefined;
      const { path } = row;
      return combine(
        dropTargetForElements({
          element: element.current,
          canDrop: ({ source }) => source.data['path'] !== undefined,
          getData: () => ({ path }),
          onDragEnter: () => setOver(true),
          onDragLeave: () => setOver(false),
          onDrop: () => setOver(false),
        }),
        ...(task ? [draggable({ element: element.current, getInitialData: () => ({ taskId: task.id, path }) })] : []),
      );
    },
    [row, task?.id, mayMove],
  );
  return (
    <div
      ref={element}
      role="row"
      {...rest}
      className={cx(className, isOver && 'outline-2 -outline-offset-2 outline-accent-text')}
    />
  );
}

/** A drop on a row or heading writes the fields of its groups. */
export function useGroupDrops(isOn: boolean): void {
  useDragging(
    ({ monitorForElements }) => {
      if (!isOn) return undefined;
      return monitorForElements({
        onDrop: ({ source, location }) => {
          const to = location.current.dropTargets[0]?.data['path'] as readonly Step[] | undefined;
          const from = source.data['path'] as readonly Step[] | undefined;
          const task = findShownTask(({ id }) => id === source.data['taskId']);
          if (to && from && task) moveInto(task, from, to);
        },
      });
    },
    [isOn],
  );
}

/** A heading has fewer steps than its tasks: what it says nothing of stays. */
function moveInto(task: Task, from: readonly Step[], to: readonly Step[]): void {
  if (Object.keys(changeIntoAll(task, from, to)).length === 0) return;
  announce(words.movedTo(actedOnText(task) ?? `${task.tid} ${task.title}`, to.map(({ name }) => name).join(', ')));
  void changeActedOn(task, (one) => [changeIntoAll(one, from, to)]);
}

/** What dragging does, as entries of a menu. */
export function placesFor(task: Task, path: readonly Step[]): MenuEntry[] {
  return path.flatMap((step) =>
    groupsToMoveTo(step.by, task.projectId)
      .filter(({ id }) => id !== step.id || actedOnText(task))
      .map((group) => ({
        text: texts.common.moveTo(group.name),
        run: () => moveInto(task, [step], [{ by: step.by, ...group }]),
      })),
  );
}

export function GroupHeading({ row, onToggle }: { row: HeadingRow; onToggle: ((key: string) => void) | undefined }) {
  const { path, tasks, points, isCollapsed, key } = row;
  const last = path.at(-1);
  if (!last) return null;
  const [outer] = path;
  const name = path.length > 1 && outer ? words.within(last.name, outer.name) : last.name;
  const Heading = path.length > 1 ? 'h3' : 'h2';
  const Chevron = isCollapsed ? ChevronRight : ChevronDown;
  return (
    <span role="cell" className={cx('col-span-full flex min-w-0 items-center gap-2', path.length > 1 && 'pl-6')}>
      <button
        type="button"
        aria-label={isCollapsed ? texts.common.expand(name) : texts.common.collapse(name)}
        onClick={() => onToggle?.(key)}
        className="hit inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Chevron size={14} aria-hidden />
      </button>
      <Heading className="truncate text-sm font-semibold">{last.name}</Heading>
      <span className="text-xs whitespace-nowrap text-muted">{texts.common.tasks(tasks)}</span>
      <span className="text-xs whitespace-nowrap text-muted">{texts.common.points(points)}</span>
    </span>
  );
}
