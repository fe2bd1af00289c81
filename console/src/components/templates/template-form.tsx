import { useQuery } from '@tanstack/react-query';
import type { CreateTemplate } from 'project-management-sdk';
import { SelectField } from '../choice-fields.tsx';
import { TextArea, TextField } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useForm } from '../form.tsx';
import { client } from '../../lib/api.ts';
import { PRIORITIES, type Priority } from '../../lib/model.ts';
import { usersQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';
import type { Template } from './queries.ts';

interface TemplateFormProps {
  /** The one to change; without it a new one is made. */
  template?: Template;
  /** Null: of the company. */
  projectId: string | null;
  onDone: () => void;
  onClose: () => void;
}

type Content = CreateTemplate['task'];

export function TemplateForm({ template, projectId, onDone, onClose }: TemplateFormProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const initial = {
    name: template?.name ?? '',
    title: template?.task.title ?? '',
    description: template?.task.description ?? '',
    priority: template?.task.priority ?? 'None',
    assigneeId: template?.task.assigneeId ?? '',
    dueIn: template?.task.dueIn?.days.toString() ?? '',
    subtasks: template?.subtasks.map(({ title }) => title).join('\n') ?? '',
  };
  const form = useForm(
    initial,
    ({ name, subtasks, ...values }) => {
      const content = { name, task: taskOf(values, template?.task), subtasks: subtasksOf(subtasks, template) };
      return template
        ? client.updateTemplate({ path: { id: template.id }, body: content })
        : client.createTemplate({ body: { ...content, projectId } });
    },
    onDone,
  );
  const { errors } = form;
  const at = (name: keyof typeof initial, field: string) => ({
    ...form.field(name),
    error: errors[field] ?? errors[`task.${field}`],
  });
  return (
    <FormDialog
      title={template ? words.editTemplate : words.newTemplate}
      action={template ? texts.common.save : words.createTemplate}
      form={form}
      shown={['name', 'task.title', 'task.description', 'task.priority', 'task.assigneeId', 'task.dueIn.days']}
      onClose={onClose}
    >
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <TextField label={words.taskTitle} hint={words.titleHint} {...at('title', 'title')} />
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
        <TextField label={words.dueIn} type="number" min={0} max={366} {...at('dueIn', 'dueIn.days')} />
      </div>
      <TextArea label={words.subtasks} hint={words.subtasksHint} {...form.field('subtasks')} />
    </FormDialog>
  );
}

/** What is not in the form stays as it is. */
function taskOf(
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
function subtasksOf(lines: string, before?: Template): Content[] {
  const titles = lines.split('\n').flatMap((line) => line.trim() || []);
  const left = [...(before?.subtasks ?? [])];
  return titles.map((title) => {
    const place = left.findIndex((subtask) => subtask.title === title);
    return (place < 0 ? undefined : left.splice(place, 1)[0]) ?? { title };
  });
}
