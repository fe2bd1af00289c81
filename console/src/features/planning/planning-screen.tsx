import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Switch } from '../../components/choice-fields.tsx';
import { FilteredNav } from '../../components/filter-bar.tsx';
import { Screen } from '../../components/screen.tsx';
import { SprintForm } from '../../components/sprint-form.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useShownTasks } from '../../components/shown-tasks.ts';
import { useDragging } from '../../components/use-dragging.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { actedOnText, changeActedOn } from '../../lib/acted-on.ts';
import { messageOf } from '../../lib/api.ts';
import { announce } from '../../lib/toasts.ts';
import { TaskKeys } from '../../components/task-keys.tsx';
import { DONE, type Sprint, type Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { sprintsQuery, useMayWrite } from '../../lib/queries.ts';
import { isActedOnMany, isSelected, selection } from '../../lib/selection.ts';
import { lastPlanned, openSprints } from '../../lib/sprints.ts';
import { focusTask, goToTask } from '../../lib/task-focus.ts';
import { projectTasksQuery } from '../../lib/task-queries.ts';
import { queryOf } from '../../lib/tasks.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import type { Unit } from './amounts.ts';
import { Mean } from './mean.tsx';
import { PastSprints } from './past-sprints.tsx';
import { Plan } from './plan.tsx';
import { SprintPanel } from './sprint-panel.tsx';

/** Story points: the backlog on the left, what is planned on the right. */
export function PlanningScreen() {
  const project = useThisProject();
  const sprintsRead = useQuery(sprintsQuery(project.id));
  const tasksRead = useQuery(projectTasksQuery(project.id));
  const failed = [sprintsRead, tasksRead].find(({ error, data }) => error && !data);
  const sprints = sprintsRead.data;
  const all = tasksRead.data;
  const hidden = useHidden();
  const mayWrite = useMayWrite(project);
  const { hours } = useAddress();
  const changeAddress = useChangeAddress();
  const unit: Unit = hours === undefined ? 'points' : 'hours';
  const [isCreating, setCreating] = useState(false);
  const tasks = useMemo(() => all?.filter(({ id }) => !hidden.has(id)), [all, hidden]);
  return (
    <Screen
      title={planningTexts.planning.title}
      isFull
      bar={<FilteredNav hasGroups={false} />}
      actions={
        <>
          {sprints && <Mean sprints={sprints} tasks={tasks ?? []} unit={unit} />}
          <Switch
            label={planningTexts.planning.hours}
            checked={unit === 'hours'}
            onChange={(isHours) => changeAddress({ hours: isHours ? '1' : undefined })}
          />
          {mayWrite && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Plus size={14} aria-hidden />
              {planningTexts.planning.newSprint}
            </Button>
          )}
        </>
      }
    >
      {failed ? (
        <Failure text={messageOf(failed.error)} onRetry={() => void failed.refetch()} />
      ) : tasks && sprints ? (
        <Panels tasks={tasks} sprints={sprints} unit={unit} mayWrite={mayWrite} />
      ) : (
        <Skeleton className="p-4" rows={8} />
      )}
      {isCreating && (
        <SprintForm projectId={project.id} last={lastPlanned(sprints ?? [])} onClose={() => setCreating(false)} />
      )}
    </Screen>
  );
}

interface PanelsProps {
  tasks: readonly Task[];
  sprints: readonly Sprint[];
  unit: Unit;
  mayWrite: boolean;
}

function Panels({ tasks, sprints, unit, mayWrite }: PanelsProps) {
  const fits = useFilter();
  const container = useRef<HTMLDivElement>(null);
  const open = useMemo(() => openSprints(sprints), [sprints]);
  const backlog = useMemo(() => tasks.filter(({ sprintId, status }) => sprintId === null && status !== DONE), [tasks]);
  const found = useMemo(() => backlog.filter(fits), [backlog, fits]);
  const plan = (task: Task, sprintId: string | null) => {
    const about = actedOnText(task);
    if (task.sprintId === sprintId && !about) return;
    const to = open.find(({ id }) => id === sprintId)?.name ?? planningTexts.planning.backlog;
    const next = nextOf(task, found);
    if (next === undefined) focusTask(task.id);
    else goToTask(next);
    announce(planningTexts.planning.moved(about ?? `${task.tid} ${task.title}`, to));
    void changeActedOn(task, () => [{ sprintId }]);
  };
  useDrops(tasks, plan);
  const shared = { unit, mayWrite, sprints: open, onPlan: plan };
  return (
    <>
      <div
        ref={container}
        className="flex min-h-0 grow flex-col gap-3 overflow-y-auto p-4 pt-2 lg:flex-row lg:overflow-hidden"
      >
        <Plan
          {...shared}
          title={planningTexts.planning.backlog}
          sprintId={null}
          tasks={backlog}
          shown={found}
          emptyText={backlog.length === 0 ? planningTexts.planning.emptyBacklog : planningTexts.planning.noneFound}
          className="max-h-[70dvh] shrink-0 lg:h-full lg:max-h-none lg:w-1/2 lg:shrink"
        />
        <div className="scroll-thin flex min-w-0 flex-col gap-3 lg:h-full lg:w-1/2 lg:overflow-y-auto">
          {open.map((sprint) => (
            <SprintPanel
              key={sprint.id}
              {...shared}
              sprint={sprint}
              tasks={tasks.filter(({ sprintId }) => sprintId === sprint.id)}
              fits={fits}
            />
          ))}
          {open.length === 0 && (
            <Empty text={planningTexts.planning.noSprints} next={mayWrite && planningTexts.planning.makeSprint} />
          )}
          <PastSprints sprints={sprints} />
        </div>
      </div>
      <TaskKeys container={container} />
    </>
  );
}

/** Whether the filter bar lets a task through; all while nothing is filtered, and until it is known. */
function useFilter(): (task: Task) => boolean {
  const { id } = useThisProject();
  const { filters } = useShownTasks();
  const isFiltered = Object.keys(queryOf(filters)).length > 0;
  const { data } = useQuery({ ...projectTasksQuery(id, filters), enabled: isFiltered });
  return useMemo(() => {
    const ids = isFiltered && data ? new Set(data.map((task) => task.id)) : undefined;
    return (task) => ids === undefined || ids.has(task.id);
  }, [isFiltered, data]);
}

/** The task of the backlog that has the focus once one is planned: one goes through it from the top. */
function nextOf(task: Task, backlog: readonly Task[]): string | undefined {
  const goes = ({ id }: Task) => id === task.id || (isActedOnMany(task.id) && isSelected(selection.present(), id));
  const at = backlog.findIndex(({ id }) => id === task.id);
  if (at < 0) return undefined;
  return (backlog.slice(at).find((one) => !goes(one)) ?? backlog.slice(0, at).findLast((one) => !goes(one)))?.id;
}

function useDrops(tasks: readonly Task[], plan: (task: Task, sprintId: string | null) => void): void {
  const latest = useRef({ tasks, plan });
  latest.current = { tasks, plan };
  useDragging(
    ({ monitorForElements }) =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets;
          const task = latest.current.tasks.find(({ id }) => id === source.data['taskId']);
          if (task && target && 'sprintId' in target.data)
            latest.current.plan(task, target.data['sprintId'] as string | null);
        },
      }),
    [],
  );
}
