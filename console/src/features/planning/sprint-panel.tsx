import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { Badge } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { showDate } from '../../lib/format.ts';
import { DONE, type Sprint, type Task } from '../../lib/model.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import * as planningTexts from '../../lib/texts/planning.ts';
import { Plan, type PlanProps } from './plan.tsx';
import { SprintForm } from './sprint-form.tsx';

type Step = 'start' | 'complete' | 'cancel' | 'edit' | 'delete';

type SprintPanelProps = Pick<PlanProps, 'unit' | 'mayWrite' | 'sprints' | 'onPlan'> & {
  sprint: Sprint;
  tasks: readonly Task[];
};

const { planning } = planningTexts;

/** An open sprint, with the steps of its life. */
export function SprintPanel({ sprint, tasks, ...shared }: SprintPanelProps) {
  const project = useThisProject();
  const [step, setStep] = useState<Step>();
  const isActive = sprint.status === 'active';
  const dates = [sprint.startDate, sprint.endDate].map((date) => (date ? showDate(date) : '…'));
  const navigate = useNavigate();
  const page = { to: '/projects/$key/sprints/$id', params: { key: project.key, id: sprint.id } } as const;
  const changes: MenuEntry[] = [
    { text: planning.editSprint, run: () => setStep('edit') },
    { text: planning.cancelSprint, isDangerous: true, run: () => setStep('cancel') },
    ...(isActive ? [] : [{ text: planning.deleteSprint, isDangerous: true, run: () => setStep('delete') }]),
  ];
  const entries = (): MenuEntry[] => [
    { text: planningTexts.sprint.burndown, run: () => void navigate(page) },
    ...(shared.mayWrite ? changes : []),
  ];
  const head = (
    <>
      <Badge tone={isActive ? 'success' : undefined}>{isActive ? planning.active : planning.planned}</Badge>
      {(sprint.startDate ?? sprint.endDate) && <span className="text-xs text-muted">{dates.join(' – ')}</span>}
      <span className="ml-auto flex items-center gap-1">
        {shared.mayWrite && (
          <Button onClick={() => setStep(isActive ? 'complete' : 'start')}>
            {isActive ? planning.completeSprint : planning.startSprint}
          </Button>
        )}
        <ActionsMenu of={sprint.name} entries={entries} />
      </span>
      {sprint.goal && <p className="w-full text-sm text-muted">{sprint.goal}</p>}
    </>
  );
  return (
    <>
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
        emptyText={shared.mayWrite ? planning.emptySprint : planningTexts.sprint.none}
        head={head}
        className="shrink-0"
      />
      {step === 'edit' && <SprintForm projectId={project.id} sprint={sprint} onClose={() => setStep(undefined)} />}
      {step !== undefined && step !== 'edit' && (
        <StepDialog
          step={step}
          sprint={sprint}
          tasks={tasks}
          sprints={shared.sprints}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  );
}

interface StepDialogProps {
  step: Exclude<Step, 'edit'>;
  sprint: Sprint;
  tasks: readonly Task[];
  sprints: readonly Sprint[];
  onClose: () => void;
}

/** The steps of a sprint's life; completing asks where open tasks go. */
function StepDialog({ step, sprint, tasks, sprints, onClose }: StepDialogProps) {
  const [to, setTo] = useState('');
  const open = tasks.filter(({ status }) => status !== DONE).length;
  const path = { id: sprint.id };
  const body = { moveOpenTo: to || null };
  const steps = {
    start: {
      action: planning.startSprint,
      question: planning.startQuestion(sprint.name),
      run: () => client.startSprint({ path }),
    },
    complete: {
      action: planning.completeSprint,
      question: planningTexts.planning.openTasks(open),
      run: () => client.completeSprint({ path, body }),
    },
    cancel: {
      action: planning.cancelSprint,
      question: planning.cancelQuestion(sprint.name),
      run: () => client.cancelSprint({ path }),
    },
    delete: {
      action: planning.deleteSprint,
      question: planning.deleteQuestion(sprint.name),
      run: () => client.deleteSprint({ path }),
    },
  };
  const { action, question, run } = steps[step];
  const asksWhere = step === 'complete' && open > 0;
  return (
    <Confirm
      action={action}
      question={question}
      isDangerous={step === 'cancel' || step === 'delete'}
      onClose={onClose}
      onConfirm={async () => {
        await run();
        await refreshTasks();
      }}
    >
      {asksWhere && (
        <SelectField
          label={planning.moveOpen}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          choices={[
            { value: '', label: planning.toBacklog },
            ...sprints.filter(({ id }) => id !== sprint.id).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Confirm>
  );
}
