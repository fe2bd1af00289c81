import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Field, SelectField } from '../../components/field.tsx';
import { ColourDot, LabelChip } from '../../components/marks.tsx';
import { Picker } from '../../components/picker.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Priority, TaskDetail } from '../../lib/model.ts';
import { changeTask, type Shown, type TaskChange, taskQuery } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { useFieldChoices } from './field-choices.ts';

const orNull = (value: string): string | null => value || null;

/** Every field of a task that is chosen or short; each is saved as it changes. */
export function Fields({ task, mayWrite }: { task: TaskDetail; mayWrite: boolean }) {
  const choices = useFieldChoices(task.projectId, task);
  const change = (fields: TaskChange, shown?: Shown) => void changeTask(task, fields, shown);
  const assign = (id: string) => {
    const user = choices.users.find((one) => one.id === id);
    change({ assigneeId: orNull(id) }, { assignee: user ? { id: user.id, name: user.name } : null });
  };
  const isDisabled = !mayWrite;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      <SelectField
        label={texts.task.status}
        choices={choices.statuses}
        value={task.status}
        disabled={isDisabled}
        onChange={({ target }) => change({ status: target.value })}
      />
      <SelectField
        label={texts.task.priority}
        choices={choices.priorities}
        value={task.priority}
        disabled={isDisabled}
        onChange={({ target }) => change({ priority: target.value as Priority })}
      />
      <SelectField
        label={texts.task.assignee}
        choices={choices.people}
        value={task.assigneeId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => assign(target.value)}
      />
      <PointsField task={task} isDisabled={isDisabled} onChange={(estimatedHours) => change({ estimatedHours })} />
      <Field label={texts.task.dueDate}>
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
        label={texts.task.sprint}
        choices={choices.sprints}
        value={task.sprintId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => change({ sprintId: orNull(target.value) })}
      />
      <SelectField
        label={texts.task.epic}
        choices={choices.epics}
        value={task.epicId ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => change({ epicId: orNull(target.value) })}
      />
      <Parent task={task} />
      <Labels task={task} choices={choices} isDisabled={isDisabled} onChange={change} />
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
    <Field label={texts.task.points}>
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
      <span className="text-sm font-medium">{texts.task.parent}</span>
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

interface LabelsProps {
  task: TaskDetail;
  choices: ReturnType<typeof useFieldChoices>;
  isDisabled: boolean;
  onChange: (fields: TaskChange, shown?: Shown) => void;
}

function Labels({ task, choices: { labels }, isDisabled, onChange }: LabelsProps) {
  return (
    <div className="col-span-full flex flex-col gap-1">
      <span className="text-sm font-medium" aria-hidden>
        {texts.task.labels}
      </span>
      <Picker
        label={texts.task.labels}
        options={labels.map(({ id, name, color }) => ({ value: id, label: name, icon: <ColourDot color={color} /> }))}
        selected={task.labels.map(({ id }) => id)}
        isMultiple
        isDisabled={isDisabled}
        onChange={(labelIds) => onChange({ labelIds }, { labels: labels.filter(({ id }) => labelIds.includes(id)) })}
        className="control flex min-w-40 flex-wrap items-center gap-1 rounded-md border border-edge bg-surface px-2 py-1 text-left disabled:border-line"
      >
        {task.labels.length === 0 ? (
          <span className="text-muted">{texts.common.none}</span>
        ) : (
          task.labels.map((label) => <LabelChip key={label.id} label={label} />)
        )}
      </Picker>
    </div>
  );
}
