import { Link, useNavigate } from '@tanstack/react-router';
import { SprintSteps } from '../../components/sprint-steps.tsx';
import { Badge } from '../../components/states.tsx';
import { showDate } from '../../lib/format.ts';
import type { Sprint, Task } from '../../lib/model.ts';
import { useThisProject } from '../../lib/project-context.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { Loads } from './loads.tsx';
import { Plan, type PlanProps } from './plan.tsx';

type SprintPanelProps = Pick<PlanProps, 'unit' | 'mayWrite' | 'sprints' | 'onPlan'> & {
  sprint: Sprint;
  tasks: readonly Task[];
  /** Those of them that the filters let through. */
  fits: (task: Task) => boolean;
};

const { planning } = planningTexts;

/** An open sprint, with the steps of its life. */
export function SprintPanel({ sprint, tasks, fits, ...shared }: SprintPanelProps) {
  const project = useThisProject();
  const isActive = sprint.status === 'active';
  const dates = [sprint.startDate, sprint.endDate].map((date) => (date ? showDate(date) : '…'));
  const navigate = useNavigate();
  const page = { to: '/projects/$key/sprints/$id', params: { key: project.key, id: sprint.id } } as const;
  const head = (
    <>
      <Badge tone={isActive ? 'success' : undefined}>{isActive ? planning.active : planning.planned}</Badge>
      {(sprint.startDate ?? sprint.endDate) && <span className="text-xs text-muted">{dates.join(' – ')}</span>}
      <span className="ml-auto flex items-center gap-1">
        <SprintSteps
          sprint={sprint}
          tasks={tasks}
          sprints={shared.sprints}
          mayWrite={shared.mayWrite}
          entries={[{ text: planningTexts.sprint.burndown, run: () => void navigate(page) }]}
        />
      </span>
      {sprint.goal && (
        <p dir="auto" className="w-full text-sm text-muted">
          {sprint.goal}
        </p>
      )}
      <Loads sprint={sprint} tasks={tasks} />
    </>
  );
  const emptyText =
    tasks.length > 0 ? planning.noneFound : shared.mayWrite ? planning.emptySprint : planningTexts.sprint.none;
  return (
    <Plan
      {...shared}
      title={sprint.name}
      heading={
        <Link {...page} className="control inline-flex items-center hover:underline">
          {sprint.name}
        </Link>
      }
      sprintId={sprint.id}
      tasks={tasks}
      shown={tasks.filter(fits)}
      emptyText={emptyText}
      head={head}
      className="shrink-0"
    />
  );
}
