import { useEffect, useState } from 'react';
import { Field, SelectField } from '../../components/field.tsx';
import { grabField } from '../../lib/field-focus.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Priority, TaskDetail } from '../../lib/model.ts';
import { changeTask, type Shown, type TaskChange } from '../../lib/tasks.ts';
import * as workTexts from '../../lib/texts/work.ts';
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
      <PointsField task={task} isDisabled={isDisabled} onChange={(estimatedHours) => change({ estimatedHours })} />
      <Field label={workTexts.task.dueDate}>
        {(wired) => (
          <input
            {...wired}
            type="date"
            className="field control"
            disabled={isDisabled}
            value={dateOf(task.dueDate)}
            onChange={({ target }) => change({ dueDate: fromDate(target.value) })}
          />
        )}
      </Field>
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

function PointsField({
  task,
  isDisabled,
  onChange,
}: {
  task: TaskDetail;
  isDisabled: boolean;
  onChange: (points: number | null) => void;
}) {
  const shown = task.estimatedHours === null ? '' : String(task.estimatedHours);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  return (
    <Field label={workTexts.task.points}>
      {(wired) => (
        <input
          {...wired}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          className="field control"
          disabled={isDisabled}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text !== shown && onChange(text === '' ? null : Number(text))}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      )}
    </Field>
  );
}
