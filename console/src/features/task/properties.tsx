import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, type ContextType, useContext } from 'react';
import { ColourDot, LabelChips } from '../../components/label-chips.tsx';
import { AwayMark } from '../../components/away-mark.tsx';
import { hoursOrNone } from '../../components/hours-input.tsx';
import { Avatar, PriorityIcon, StatusIcon } from '../../components/marks.tsx';
import { type EditedField, useTaskEditors } from '../../components/task-editors.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { grabField } from '../../lib/field-focus.ts';
import { showNumber } from '../../lib/figures.ts';
import { dueDayOf, fromDate, isPast, showDue } from '../../lib/format.ts';
import { fieldsQuery, isOfProject } from '../../lib/fields.ts';
import { DONE, type TaskDetail } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { onDemand } from '../../lib/on-demand.tsx';
import { epicsQuery, labelsQuery, sprintsQuery, usersQuery } from '../../lib/queries.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Delegate } from './delegate.tsx';
import { nameOf } from '../../components/found-tasks.ts';
import { useParentChoice } from '../../components/parent-choice.tsx';
import { ChangeContext, PickProperty, RowContext, type TaskPartProps, TypedProperty, Value } from './property.tsx';

const { page: words } = taskTexts;

const Promised = onDemand<Pick<TaskPartProps, 'task'>>(() => import('./promised.tsx'));
const OwnFields = onDemand<TaskPartProps>(() => import('./own-fields.tsx'));

/** The properties of a task in their order, each one a line of its own. */
const PROPERTIES: readonly ComponentType<TaskPartProps>[] = [
  Status,
  Priority,
  Assignee,
  Delegate,
  Labels,
  Points,
  StartDate,
  DueDate,
  Sprint,
  Epic,
  Parent,
  Own,
];

/** What is chosen or short, as a quiet column: each value is a button, and saved as it changes. */
export function Properties(props: TaskPartProps) {
  useEffect(grabField, []);
  return (
    <div role="group" aria-label={words.properties} className="flex flex-col gap-0.5">
      {PROPERTIES.map((Property, index) => (
        <Property key={index} {...props} />
      ))}
    </div>
  );
}

/** Those that a new task is given, too. */
const OF_NEW: readonly ComponentType<TaskPartProps>[] = [
  Status,
  Priority,
  Assignee,
  Delegate,
  Labels,
  Sprint,
  Epic,
  Parent,
];

/** The same for a task that is not made yet: a row of buttons. */
export const PropertyRow = (props: TaskPartProps) => (
  <RowContext value={true}>
    {OF_NEW.map((Property, index) => (
      <Property key={index} {...props} />
    ))}
  </RowContext>
);

/** The company's own fields, where it has some. */
function Own(props: TaskPartProps) {
  const { data: fields = [] } = useQuery(fieldsQuery);
  return fields.some((field) => isOfProject(field, props.task.projectId)) && <OwnFields {...props} />;
}

/** What a property that is chosen gives to its list. */
function useChosen({ task, mayWrite }: TaskPartProps, field: EditedField) {
  const changeProperty = useContext(ChangeContext);
  const { label, options, keys, isReading, isMultiple, selected, change } = useTaskEditors(task.projectId)[field];
  return {
    field,
    label,
    options,
    keys,
    isReading,
    selected: selected(task),
    isMultiple: isMultiple ?? false,
    isDisabled: !mayWrite,
    onChange: (values: string[]) => void changeProperty(task, ...change(values)),
  };
}

function Status(props: TaskPartProps) {
  const { status } = props.task;
  // Any text is a status, also one that is no lane.
  const offer = (text: string) => ({ value: text, label: words.useStatus(text) });
  return (
    <PickProperty {...useChosen(props, 'status')} offer={offer}>
      <Value icon={<StatusIcon status={status} />} text={status} />
    </PickProperty>
  );
}

function Priority(props: TaskPartProps) {
  const { priority } = props.task;
  return (
    <PickProperty {...useChosen(props, 'priority')}>
      <Value icon={<PriorityIcon priority={priority} isBare />} text={priority} isNone={priority === 'None'} />
    </PickProperty>
  );
}

function Assignee(props: TaskPartProps) {
  const { assignee } = props.task;
  const { data: users } = useQuery(usersQuery);
  const away = users?.find(({ id }) => id === assignee?.id)?.away;
  return (
    <>
      <PickProperty {...useChosen(props, 'assignee')}>
        <Value
          icon={assignee && <Avatar name={assignee.name} />}
          text={assignee?.name ?? texts.common.nobody}
          isNone={!assignee}
        />
      </PickProperty>
      {away && (
        <div className="pb-1 pl-22">
          <AwayMark away={away} />
        </div>
      )}
    </>
  );
}

/** So begins the value of a label that does not exist yet; ids have no colon. */
const NEW = 'new:';

/** Those that the service has, and others by their name. */
function Labels(props: TaskPartProps) {
  const { labels } = props.task;
  const { onChange, ...chosen } = useChosen(props, 'labels');
  const changeProperty = useContext(ChangeContext);
  const change = (values: string[]) => {
    const ids = values.filter((value) => !value.startsWith(NEW));
    const last = values.at(-1);
    if (last?.startsWith(NEW)) void addNewLabel(props.task, ids, last.slice(NEW.length), changeProperty);
    else onChange(ids);
  };
  const offer = (text: string) => ({ value: NEW + text, label: words.createLabel(text) });
  return (
    <PickProperty {...chosen} offer={offer} onChange={change}>
      {labels.length === 0 ? (
        <Value text={texts.common.none} isNone />
      ) : (
        <span className="flex min-w-0 flex-wrap gap-1">
          <LabelChips labels={labels} />
        </span>
      )}
    </PickProperty>
  );
}

async function addNewLabel(
  task: TaskDetail,
  ids: readonly string[],
  name: string,
  change: ContextType<typeof ChangeContext>,
): Promise<void> {
  try {
    const label = await client.createLabel({ body: { name } });
    void queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey });
    await change(task, { labelIds: [...ids, label.id] }, { labels: [...task.labels, label] });
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}

function Points({ task, mayWrite }: TaskPartProps) {
  const { estimatedHours } = task;
  const text = estimatedHours === null ? texts.common.none : showNumber(estimatedHours);
  return (
    <TypedProperty
      label={workTexts.task.points}
      type="text"
      isHours
      value={String(estimatedHours ?? '')}
      isDisabled={!mayWrite}
      onSave={(typed) => void changeTask(task, { estimatedHours: hoursOrNone(typed) })}
    >
      <Value text={text} isNone={estimatedHours === null} />
    </TypedProperty>
  );
}

type DateField = 'startDate' | 'dueDate';

/** Years of fewer digits are on their way to four. */
const FIRST_WHOLE_DATE = '1000';

function DateProperty({ task, mayWrite, field, isLate }: TaskPartProps & { field: DateField; isLate?: boolean }) {
  const date = task[field];
  return (
    <TypedProperty
      label={workTexts.task[field]}
      field={field}
      type="date"
      value={dueDayOf(date)}
      isDisabled={!mayWrite}
      isWhole={(typed) => typed === '' || typed >= FIRST_WHOLE_DATE}
      onSave={(typed) => void changeTask(task, { [field]: fromDate(typed) })}
    >
      <span className={isLate ? 'text-danger' : undefined}>
        <Value text={date === null ? texts.common.none : showDue(date)} isNone={date === null} />
      </span>
    </TypedProperty>
  );
}

function StartDate(props: TaskPartProps) {
  return <DateProperty {...props} field="startDate" />;
}

function DueDate(props: TaskPartProps) {
  const { dueDate, status, promise } = props.task;
  return (
    <>
      <DateProperty {...props} field="dueDate" isLate={dueDate !== null && status !== DONE && isPast(dueDate)} />
      {promise && <Promised task={props.task} />}
    </>
  );
}

function Sprint(props: TaskPartProps) {
  const { sprintId, projectId } = props.task;
  // Also one that is over: it is no longer among the choices.
  const { data: sprints } = useQuery(sprintsQuery(projectId));
  const sprint = sprints?.find(({ id }) => id === sprintId);
  return (
    <PickProperty {...useChosen(props, 'sprint')}>
      <Value text={sprint?.name ?? (sprintId ? '…' : workTexts.task.noSprint)} isNone={!sprint} />
    </PickProperty>
  );
}

function Epic(props: TaskPartProps) {
  const { epicId, projectId } = props.task;
  const { data: epics } = useQuery(epicsQuery(projectId));
  const epic = epics?.find(({ id }) => id === epicId);
  return (
    <PickProperty {...useChosen(props, 'epic')}>
      <Value
        icon={epic && <ColourDot color={epic.color} />}
        text={epic?.name ?? (epicId ? '…' : workTexts.task.noEpic)}
        isNone={!epic}
      />
    </PickProperty>
  );
}

/** The task that this one is a subtask of: another one of the project, or none. */
function Parent({ task, mayWrite }: TaskPartProps) {
  const { id, parentId, projectId } = task;
  const { data: parent } = useQuery({ ...taskQuery(parentId ?? ''), enabled: parentId !== null });
  const choice = useParentChoice({ projectId, not: [id] });
  const changeProperty = useContext(ChangeContext);
  return (
    <PickProperty
      {...choice}
      selected={[parentId ?? '']}
      isDisabled={!mayWrite}
      onChange={([chosenId]) => void changeProperty(task, { parentId: chosenId || null })}
    >
      <Value
        text={parentId === null ? workTexts.task.noParent : parent ? nameOf(parent) : '…'}
        isNone={parentId === null}
      />
    </PickProperty>
  );
}
