import { useState } from 'react';
import { client } from '../lib/api.ts';
import { DONE, type Sprint, sumOf, type Task } from '../lib/model.ts';
import { refreshTasks } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { planning } from '../lib/texts/planning.texts.ts';
import { Button } from './button.tsx';
import { SelectField } from './choice-fields.tsx';
import { Confirm } from './confirm.tsx';
import { ActionsMenu, type MenuEntry } from './menu.tsx';
import { Section } from './screen.tsx';
import { SprintForm } from './sprint-form.tsx';

const isDone = ({ status }: Task): boolean => status === DONE;

/** More of them are only counted. */
const MOST_NAMED = 8;

type Step = 'start' | 'complete' | 'cancel' | 'edit' | 'delete';

interface SprintStepsProps {
  sprint: Sprint;
  /** Its tasks. */
  tasks: readonly Task[];
  /** The open sprints of its project. */
  sprints: readonly Sprint[];
  mayWrite: boolean;
  /** What its menu has for everyone. */
  entries?: readonly MenuEntry[];
  /** Leaves its page, before all is read again. */
  onDeleted?: () => Promise<void>;
}

/** What an open sprint comes to next as a button, and its other steps in a menu. */
export function SprintSteps({ sprint, tasks, sprints, mayWrite, entries = [], onDeleted }: SprintStepsProps) {
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
        <StepDialog step={step} sprint={sprint} tasks={tasks} sprints={sprints} onDeleted={onDeleted} onClose={close} />
      )}
    </>
  );
}

interface StepDialogProps extends Pick<SprintStepsProps, 'sprint' | 'tasks' | 'sprints'> {
  step: Exclude<Step, 'edit'>;
  onDeleted: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** The steps of a sprint's life; completing asks where open tasks go. */
function StepDialog({ step, sprint, tasks, sprints, onDeleted, onClose }: StepDialogProps) {
  const [done, open] = [tasks.filter(isDone), tasks.filter((task) => !isDone(task))];
  // Those that are planned stand by their start.
  const next = sprints.find(({ id, status }) => id !== sprint.id && status === 'planned');
  const [to, setTo] = useState(next?.id ?? '');
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
      question: planning.openTasks(open.length),
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
  const asksWhere = step === 'complete' && open.length > 0;
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
      {step === 'complete' && (
        <>
          <Outcome title={planning.goesOn} tasks={open} />
          <Outcome title={planning.wasDone} tasks={done} />
        </>
      )}
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

/** What becomes of the tasks of a sprint that ends. */
function Outcome({ title, tasks }: { title: string; tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  const points = texts.common.points(sumOf(tasks, ({ estimatedHours }) => estimatedHours));
  return (
    <Section title={title} count={tasks.length} actions={<span className="text-xs text-muted">{points}</span>}>
      <ul className="panel px-3 py-1 text-sm">
        {tasks.slice(0, MOST_NAMED).map(({ id, tid, title: name }) => (
          <li key={id} className="flex min-w-0 gap-2 py-0.5">
            <span className="text-muted">{tid}</span>
            <span dir="auto" className="truncate">
              {name}
            </span>
          </li>
        ))}
        {tasks.length > MOST_NAMED && <li className="text-muted">{texts.common.more(tasks.length - MOST_NAMED)}</li>}
      </ul>
    </Section>
  );
}
