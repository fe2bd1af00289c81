import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Field, SelectField } from '../../components/field.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { grabField } from '../../lib/field-focus.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Priority, TaskDetail } from '../../lib/model.ts';
import { changeTask, type Shown, type TaskChange, taskQuery } from '../../lib/tasks.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { useFieldChoices } from './field-choices.ts';
import { LabelsField } from './labels-field.tsx';

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
      <Parent task={task} />
      <LabelsField
        labels={choices.labels}
        selected={task.labels.map(({ id }) => id)}
        isDisabled={isDisabled}
        onChange={(labelIds) =>
          change({ labelIds }, { labels: choices.labels.filter(({ id }) => labelIds.includes(id)) })
        }
      />
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

function Parent({ task: { parentId } }: { task: TaskDetail }) {
  const { data: parent } = useQuery({ ...taskQuery(parentId ?? ''), enabled: parentId !== null });
  if (parentId === null) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{workTexts.task.parent}</span>
      {parent && (
        <TaskLink
          tid={parent.tid}
          className="control flex min-w-0 items-center truncate text-accent-text underline underline-offset-2"
        >
          {`${parent.tid} ${parent.title}`}
        </TaskLink>
      )}
    </div>
  );
}
