import { useQuery } from '@tanstack/react-query';
import type { CreateTemplate } from 'project-management-sdk';
import type { ReactNode } from 'react';
import { SelectField } from '../choice-fields.tsx';
import { TextArea, TextField } from '../field.tsx';
import type { useForm } from '../form.tsx';
import { PRIORITIES, type Priority } from '../../lib/model.ts';
import { usersQuery } from '../../lib/queries.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';

export type Content = CreateTemplate['task'];

/** What was there before the form, of a template or a recurrence. */
interface Before {
  task: Content | null;
  subtasks: readonly Content[];
}

/** What the form has of a task and its subtasks, as texts. */
export const contentValues = (before?: Before) => ({
  title: before?.task?.title ?? '',
  description: before?.task?.description ?? '',
  priority: before?.task?.priority ?? 'None',
  assigneeId: before?.task?.assigneeId ?? '',
  dueIn: before?.task?.dueIn?.days.toString() ?? '',
  subtasks: before?.subtasks.map(({ title }) => title).join('\n') ?? '',
});

/** The fields at which errors stand. */
export const CONTENT_FIELDS = ['title', 'description', 'priority', 'assigneeId', 'dueIn.days'].map(
  (field) => `task.${field}`,
);

type Values = ReturnType<typeof contentValues>;

/** What a task that is made later has. */
export function ContentFields({
  form,
  hint,
  afterTitle,
}: {
  form: ReturnType<typeof useForm<keyof Values, unknown>>;
  hint: string;
  /** What is asked before the rest of the task. */
  afterTitle?: ReactNode;
}) {
  const { data: users = [] } = useQuery(usersQuery);
  const { errors } = form;
  const at = (name: keyof Values, field: string) => ({
    ...form.field(name),
    error: errors[field] ?? errors[`task.${field}`],
  });
  return (
    <>
      <TextField label={words.taskTitle} hint={hint} {...at('title', 'title')} />
      {afterTitle}
      <TextArea label={words.description} {...at('description', 'description')} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField
          label={words.priority}
          choices={PRIORITIES.map((priority) => ({ value: priority, label: priority }))}
          {...at('priority', 'priority')}
        />
        <SelectField
          label={words.assignee}
          choices={[
            { value: '', label: words.nobody },
            { value: 'creator', label: words.creator },
            ...users.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...at('assigneeId', 'assigneeId')}
        />
        <TextField
          label={words.dueIn}
          hint={words.dueInHint}
          type="number"
          min={0}
          max={366}
          {...at('dueIn', 'dueIn.days')}
        />
      </div>
      <TextArea label={words.subtasks} hint={words.subtasksHint} {...form.field('subtasks')} />
    </>
  );
}

/** What is not in the form stays as it is. */
export function taskOf(
  values: { title: string; description: string; priority: string; assigneeId: string; dueIn: string },
  before?: Content,
): Content {
  const { title, description, priority, assigneeId, dueIn } = values;
  const { description: _, priority: _1, assigneeId: _2, dueIn: due, ...others } = before ?? { title };
  return {
    ...others,
    title,
    ...(description && { description }),
    ...(priority !== 'None' && { priority: priority as Priority }),
    ...(assigneeId && { assigneeId }),
    ...(dueIn && { dueIn: { ...due, days: Number(dueIn) } }),
  };
}

/** One of a title that was there keeps the rest of it. */
export function subtasksOf(lines: string, before?: Before): Content[] {
  const titles = lines.split('\n').flatMap((line) => line.trim() || []);
  const left = [...(before?.subtasks ?? [])];
  return titles.map((title) => {
    const place = left.findIndex((subtask) => subtask.title === title);
    return (place < 0 ? undefined : left.splice(place, 1)[0]) ?? { title };
  });
}
