import { useState } from 'react';
import { client } from '../lib/api.ts';
import type { Sprint } from '../lib/model.ts';
import { refreshTasks } from '../lib/tasks.ts';
import { planning } from '../lib/texts/planning.texts.ts';
import { Button } from './button.tsx';
import { SelectField } from './choice-fields.tsx';
import { Confirm } from './confirm.tsx';
import { ActionsMenu, type MenuEntry } from './menu.tsx';
import { SprintForm } from './sprint-form.tsx';

type Step = 'start' | 'complete' | 'cancel' | 'edit' | 'delete';

interface SprintStepsProps {
  sprint: Sprint;
  /** How many of its tasks are not done. */
  openTasks: number;
  /** The open sprints of its project. */
  sprints: readonly Sprint[];
  mayWrite: boolean;
  /** What its menu has for everyone. */
  entries?: readonly MenuEntry[];
  /** Leaves its page, before all is read again. */
  onDeleted?: () => Promise<void>;
}

/** What an open sprint comes to next as a button, and its other steps in a menu. */
export function SprintSteps({ sprint, openTasks, sprints, mayWrite, entries = [], onDeleted }: SprintStepsProps) {
  const [step, setStep] = useState<Step>();
  const isActive = sprint.status === 'active';
  const changes: MenuEntry[] = [
    { text: planning.editSprint, run: () => setStep('edit') },
    { text: planning.cancelSprint, isDangerous: true, run: () => setStep('cancel') },
    ...(isActive ? [] : [{ text: planning.deleteSprint, isDangerous: true, run: () => setStep('delete') }]),
  ];
  const close = () => setStep(undefined);
  return (
    <>
      {mayWrite && (
        <Button onClick={() => setStep(isActive ? 'complete' : 'start')}>
          {isActive ? planning.completeSprint : planning.startSprint}
        </Button>
      )}
      <ActionsMenu of={sprint.name} entries={() => [...entries, ...(mayWrite ? changes : [])]} />
      {step === 'edit' && <SprintForm projectId={sprint.projectId} sprint={sprint} onClose={close} />}
      {step !== undefined && step !== 'edit' && (
        <StepDialog
          step={step}
          sprint={sprint}
          openTasks={openTasks}
          sprints={sprints}
          onDeleted={onDeleted}
          onClose={close}
        />
      )}
    </>
  );
}

interface StepDialogProps extends Pick<SprintStepsProps, 'sprint' | 'openTasks' | 'sprints'> {
  step: Exclude<Step, 'edit'>;
  onDeleted: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** The steps of a sprint's life; completing asks where open tasks go. */
function StepDialog({ step, sprint, openTasks, sprints, onDeleted, onClose }: StepDialogProps) {
  const [to, setTo] = useState('');
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
      question: planning.openTasks(openTasks),
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
  const asksWhere = step === 'complete' && openTasks > 0;
  return (
    <Confirm
      action={action}
      question={question}
      isDangerous={step === 'cancel' || step === 'delete'}
      onClose={onClose}
      onConfirm={async () => {
        await run();
        if (step === 'delete') await onDeleted?.();
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
