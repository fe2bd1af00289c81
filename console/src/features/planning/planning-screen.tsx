import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Switch } from '../../components/choice-fields.tsx';
import { ProjectNav } from '../../components/project-nav.tsx';
import { Screen } from '../../components/screen.tsx';
import { SprintForm } from '../../components/sprint-form.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useDragging } from '../../components/use-dragging.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { actedOnText, changeActedOn } from '../../lib/acted-on.ts';
import { messageOf } from '../../lib/api.ts';
import { fits } from '../../lib/fits.ts';
import { announce } from '../../lib/toasts.ts';
import { TaskKeys } from '../../components/task-keys.tsx';
import { DONE, type Sprint, type Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { sprintsQuery, useMayWrite } from '../../lib/queries.ts';
import { openSprints } from '../../lib/sprints.ts';
import { focusTask } from '../../lib/task-focus.ts';
import { projectTasksQuery } from '../../lib/task-queries.ts';
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
      bar={<ProjectNav />}
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
      {isCreating && <SprintForm projectId={project.id} onClose={() => setCreating(false)} />}
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
  const { search = '' } = useAddress();
  const changeAddress = useChangeAddress();
  const container = useRef<HTMLDivElement>(null);
  const open = useMemo(() => openSprints(sprints), [sprints]);
  const backlog = useMemo(() => tasks.filter(({ sprintId, status }) => sprintId === null && status !== DONE), [tasks]);
  const found = useMemo(() => backlog.filter(({ tid, title }) => fits(`${tid} ${title}`, search)), [backlog, search]);
  const plan = (task: Task, sprintId: string | null) => {
    const about = actedOnText(task);
    if (task.sprintId === sprintId && !about) return;
    const to = open.find(({ id }) => id === sprintId)?.name ?? planningTexts.planning.backlog;
    focusTask(task.id);
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
          head={
            <input
              type="search"
              aria-label={planningTexts.planning.search}
              placeholder={planningTexts.planning.search}
              value={search}
              onChange={({ target }) => changeAddress({ search: target.value || undefined }, { replace: true })}
              className="field control ml-auto w-52"
            />
          }
          className="max-h-[70dvh] shrink-0 lg:h-full lg:max-h-none lg:w-1/2 lg:shrink"
        />
        <div className="scroll-thin flex min-w-0 flex-col gap-3 lg:h-full lg:w-1/2 lg:overflow-y-auto">
          {open.map((sprint) => (
            <SprintPanel
              key={sprint.id}
              {...shared}
              sprint={sprint}
              tasks={tasks.filter(({ sprintId }) => sprintId === sprint.id)}
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
