import { useEffect, useState } from 'react';
import { Field, SelectField } from '../../components/field.tsx';
import { refuseUnreadable } from '../../components/readable.ts';
import { useNumberInput } from '../../components/use-number-input.ts';
import { grabField } from '../../lib/field-focus.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Priority, TaskDetail } from '../../lib/model.ts';
import { changeTask, type Shown, type TaskChange } from '../../lib/tasks.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { DelegateField } from './delegate-field.tsx';
import { useFieldChoices } from './field-choices.ts';
import { LabelsField } from './labels-field.tsx';
import { ParentField } from './parent-field.tsx';

const orNull = (value: string): string | null => value || null;

/** Every field of a task that is chosen or short; each is saved as it changes. */
export function Fields({ task, mayWrite }: { task: TaskDetail; mayWrite: boolean }) {
  const choices = useFieldChoices(task.projectId, task);
  useEffect(grabField, []);
  const change = (fields: TaskChange, shown?: Shown) => void changeTask(task, fields, shown);
  const assign = (id: string) => {
    const user = choices.users.find((one) => one.id === id);
    change({ assigneeId: orNull(id) }, { assignee: user ? { id: user.id, name: user.name } : null });
  };
  const isDisabled = !mayWrite;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      <SelectField
        data-field="status"
        label={workTexts.task.status}
        choices={choices.statuses}
        value={task.status}
        disabled={isDisabled}
        onChange={({ target }) => change({ status: target.value })}
      />
      <SelectField
        data-field="priority"
        label={workTexts.task.priority}
        choices={choices.priorities}
        value={task.priority}
        disabled={isDisabled}
        onChange={({ target }) => change({ priority: target.value as Priority })}
      />
      <SelectField
        data-field="assignee"
        label={workTexts.task.assignee}
        choices={choices.people}
        value={task.assigneeId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => assign(target.value)}
      />
      <DelegateField task={task} mayWrite={mayWrite} />
      <PointsField task={task} isDisabled={isDisabled} />
      <DueDateField task={task} isDisabled={isDisabled} />
      <SelectField
        label={workTexts.task.sprint}
        choices={choices.sprints}
        value={task.sprintId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => change({ sprintId: orNull(target.value) })}
      />
      <SelectField
        label={workTexts.task.epic}
        choices={choices.epics}
        value={task.epicId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => change({ epicId: orNull(target.value) })}
      />
      <LabelsField
        labels={choices.labels}
        selected={task.labels.map(({ id }) => id)}
        isDisabled={isDisabled}
        onChange={(labelIds) =>
          change({ labelIds }, { labels: choices.labels.filter(({ id }) => labelIds.includes(id)) })
        }
      />
      <ParentField task={task} mayWrite={mayWrite} />
    </div>
  );
}

interface PointsFieldProps {
  task: TaskDetail;
  isDisabled: boolean;
}

function PointsField({ task, isDisabled }: PointsFieldProps) {
  const input = useNumberInput(task.estimatedHours, (estimatedHours) => changeTask(task, { estimatedHours }));
  return (
    <Field label={workTexts.task.points}>
      {(wired) => <input {...wired} {...input} className="field control" disabled={isDisabled} />}
    </Field>
  );
}

/** Years of fewer digits are on their way to four. */
const FIRST_WHOLE_DATE = '1000';

/** Saved as soon as it is a whole date: a browser tells of every digit that is typed. */
function DueDateField({ task, isDisabled }: PointsFieldProps) {
  const shown = dateOf(task.dueDate);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const onChange = ({ target }: { target: HTMLInputElement }) => {
    const { value, validity } = target;
    setText(value);
    if (!validity.badInput && (value === '' || value >= FIRST_WHOLE_DATE))
      void changeTask(task, { dueDate: fromDate(value) });
  };
  return (
    <Field label={workTexts.task.dueDate}>
      {(wired) => (
        <input
          {...wired}
          type="date"
          className="field control"
          disabled={isDisabled}
          value={text}
          onChange={onChange}
          onBlur={({ currentTarget: input }) => {
            if (!refuseUnreadable(input) && text === shown) return;
            setText(shown);
            input.value = shown;
          }}
        />
      )}
    </Field>
  );
}
