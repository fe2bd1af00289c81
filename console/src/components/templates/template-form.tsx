import { TextField } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useForm } from '../form.tsx';
import { client } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';
import { CONTENT_FIELDS, ContentFields, contentValues, subtasksOf, taskOf } from './content-fields.tsx';
import type { Template } from './queries.ts';

interface TemplateFormProps {
  /** The one to change; without it a new one is made. */
  template?: Template;
  /** Null: of the company. */
  projectId: string | null;
  onDone: () => void;
  onClose: () => void;
}

export function TemplateForm({ template, projectId, onDone, onClose }: TemplateFormProps) {
  const form = useForm(
    { name: template?.name ?? '', ...contentValues(template) },
    ({ name, subtasks, ...values }) => {
      const content = { name, task: taskOf(values, template?.task), subtasks: subtasksOf(subtasks, template) };
      return template
        ? client.updateTemplate({ path: { id: template.id }, body: content })
        : client.createTemplate({ body: { ...content, projectId } });
    },
    onDone,
  );
  return (
    <FormDialog
      title={template ? words.editTemplate : words.newTemplate}
      action={template ? texts.common.save : words.createTemplate}
      form={form}
      shown={['name', ...CONTENT_FIELDS]}
      onClose={onClose}
    >
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <ContentFields form={form} hint={words.titleHint} />
    </FormDialog>
  );
}
