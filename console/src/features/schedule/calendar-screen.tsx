import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useRef, useState } from 'react';
import { FilteredNav } from '../../components/filter-bar.tsx';
import { listFailure } from '../../components/filter-values.ts';
import { Screen } from '../../components/screen.tsx';
import { useShownTasks, ViewContext } from '../../components/shown-tasks.ts';
import { Failure } from '../../components/states.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { ViewButtons } from '../../components/view-buttons.tsx';
import { addDays, addMonths, type Day, monthOf, showMonth, weekOf } from './days.ts';
import { dueDayOf } from '../../lib/format.ts';
import { DONE, type Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { ProjectContext } from '../../lib/project-context.ts';
import { useMay } from '../../lib/queries.ts';
import { findShownTask } from '../../lib/tasks.ts';
import { calendar as words } from '../../lib/texts/schedule.texts.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { useGiven } from './given-dates.ts';
import { PeriodBar } from './period-bar.tsx';
import { dueQuery, type Span } from './queries.ts';
import { dueOn, reschedule } from './reschedule.ts';
import { Unscheduled } from './unscheduled.tsx';
import { useMoveKeys } from './use-move-keys.ts';
import { usePeriod } from './use-period.ts';
import { useUnscheduled } from './use-unscheduled.ts';

const SCALES = ['month', 'week'] as const;
const WEEK = 7;

/** The whole weeks that hold the month, or the week. */
function spanOf(day: Day, scale: (typeof SCALES)[number]): Span {
  if (scale === 'week') return { from: weekOf(day), to: addDays(weekOf(day), WEEK) };
  const last = addDays(addMonths(monthOf(day), 1), -1);
  return { from: weekOf(monthOf(day)), to: addDays(weekOf(last), WEEK) };
}

/** When tasks are due, a month or a week at a time, and those that are due at no time. */
export function CalendarScreen() {
  const project = useContext(ProjectContext);
  const view = useContext(ViewContext);
  const shown = useShownTasks();
  const period = usePeriod(SCALES);
  const { day, scale, today } = period;
  const span = spanOf(day, scale);
  const [turn, setTurn] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(dueQuery(shown, span));
  const unscheduled = useUnscheduled(shown);
  const hidden = useHidden();
  const read = useMemo(() => [...(data ?? []), ...unscheduled.tasks], [data, unscheduled.tasks]);
  const tasks = useGiven(read);
  const { byDay, others } = useMemo(() => spread((tasks ?? []).filter(({ id }) => !hidden.has(id))), [tasks, hidden]);
  const isMember = useMay('MEMBER');
  const mayWrite = project ? isMember && project.status === 'active' : isMember;
  // Of a project that is archived while its calendar is shown, a drag is refused in the service's words.
  const couldWrite = useMemo(() => mayWrite, [project?.id]);
  const mayDrag = mayWrite || couldWrite;
  useDrops();
  useMoveKeys(container, (task, { days, weeks }) =>
    reschedule(task, (one) => {
      const from = one.dueDate === null ? today : addDays(dueDayOf(one.dueDate), days + weeks * WEEK);
      return dueOn(one, from);
    }),
  );
  const step = (by: 1 | -1) => period.goTo(scale === 'week' ? addDays(day, by * WEEK) : addMonths(monthOf(day), by));
  return (
    <Screen
      title={view?.name ?? project?.name ?? ''}
      isFull
      bar={<FilteredNav hasGroups={false} />}
      actions={<ViewButtons layout="calendar" />}
    >
      <PeriodBar
        title={showMonth(day)}
        period={period}
        scales={words.scales}
        onStep={step}
        onToday={() => {
          period.goTo(undefined);
          setTurn(turn + 1);
        }}
      />
      {error && !data && <Failure text={listFailure(error)} onRetry={() => void refetch()} />}
      <div
        ref={container}
        className="scroll-thin flex min-h-0 grow flex-col border-t border-line max-lg:overflow-y-auto lg:flex-row"
      >
        <CalendarGrid
          name={showMonth(day)}
          span={span}
          month={scale === 'month' ? monthOf(day) : undefined}
          today={today}
          byDay={byDay}
          turn={turn}
          mayDrag={mayDrag}
          onStep={step}
        />
        <Unscheduled pages={unscheduled} tasks={others} mayDrag={mayDrag} />
      </div>
      <TaskKeys container={container} />
    </Screen>
  );
}

/** Where each stands, and the open ones that stand nowhere; a task that has just been moved may come from either list. */
function spread(tasks: readonly Task[]): { byDay: ReadonlyMap<Day, Task[]>; others: Task[] } {
  const all = [...new Map(tasks.map((task) => [task.id, task])).values()];
  const dated = all.filter(({ dueDate }) => dueDate !== null);
  return {
    byDay: Map.groupBy(dated, ({ dueDate }) => dueDayOf(dueDate)),
    others: all.filter(({ dueDate, status }) => dueDate === null && status !== DONE),
  };
}

/** Drops on a day make a task due then, drops on what is unscheduled take its due date away. */
function useDrops(): void {
  useDragging(
    ({ monitorForElements }) =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets;
          const task = findShownTask(({ id }) => id === source.data['taskId']);
          const day = target?.data['day'] as Day | null | undefined;
          if (!task || day === undefined || dueDayOf(task.dueDate) === (day ?? '')) return;
          reschedule(task, (one) => dueOn(one, day ?? undefined));
        },
      }),
    [],
  );
}
