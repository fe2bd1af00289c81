import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { SelectField } from '../choice-fields.tsx';
import { TextField } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useForm } from '../form.tsx';
import {
  CONTENT_FIELDS,
  type Content,
  ContentFields,
  contentValues,
  subtasksOf,
  taskOf,
} from '../templates/content-fields.tsx';
import { templatesOf, templatesQuery } from '../templates/queries.ts';
import { client } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { NextFive } from './next-five.tsx';
import type { Recurrence } from './queries.ts';
import { SCHEDULE_FIELDS, ScheduleFields } from './schedule-fields.tsx';
import { scheduleOf, type ScheduleValues, scheduleValues } from './schedule-values.ts';

interface RecurrenceFormProps {
  projectId: string;
  /** The one to change; without it a new one is made. */
  recurrence?: Recurrence | undefined;
  /** What a new one begins with. */
  content?: { task: Content; subtasks: readonly Content[] };
  onDone: () => void;
  onClose: () => void;
}

/** Characters of a name. */
const LONGEST = 100;

export function RecurrenceForm({ projectId, recurrence, content, onDone, onClose }: RecurrenceFormProps) {
  const [schedule, setSchedule] = useState(() => scheduleValues(recurrence));
  const before = recurrence ?? content;
  const named = [...(content?.task.title ?? '')].slice(0, LONGEST).join('');
  const form = useForm(
    { name: recurrence?.name ?? named, templateId: recurrence?.templateId ?? '', ...contentValues(before) },
    ({ name, templateId, ...values }) => {
      const body = {
        name,
        ...(templateId ? { templateId } : contentOf(values, before)),
        ...timing(schedule, recurrence),
      };
      return recurrence
        ? client.updateRecurrence({ path: { id: recurrence.id }, body })
        : client.createRecurrence({ body: { ...body, projectId } });
    },
    onDone,
  );
  const values = { ...form.values, schedule };
  const restore = ({ schedule: kept, ...others }: Partial<typeof values>) => {
    setSchedule((latest) => kept ?? latest);
    form.restore(others);
  };
  const when = (
    <>
      <ScheduleFields values={schedule} errors={form.errors} onChange={setSchedule} />
      <NextFive values={schedule} before={recurrence} />
    </>
  );
  return (
    <FormDialog
      title={recurrence ? words.edit : words.newOne}
      action={recurrence ? texts.common.save : words.create}
      form={{ ...form, values, restore }}
      shown={['name', 'templateId', ...CONTENT_FIELDS, ...SCHEDULE_FIELDS]}
      size="lg"
      onClose={onClose}
    >
      <TextField label={words.name} hint={words.nameHint} autoFocus {...form.field('name')} />
      <MadeFrom projectId={projectId} {...form.field('templateId')} />
      {form.values.templateId === '' ? <ContentFields form={form} hint={words.titleHint} afterTitle={when} /> : when}
    </FormDialog>
  );
}

type MadeFromProps = { projectId: string } & Pick<ComponentProps<typeof SelectField>, 'value' | 'error' | 'onChange'>;

/** Of a template or of the form's own content, where there are templates. */
function MadeFrom({ projectId, ...field }: MadeFromProps) {
  const { data: templates = [] } = useQuery(templatesQuery);
  const offered = templatesOf(templates, projectId).map(({ id, name }) => ({ value: id, label: name }));
  if (offered.length === 0) return null;
  return <SelectField label={words.madeFrom} choices={[{ value: '', label: words.ownTask }, ...offered]} {...field} />;
}

function contentOf(
  { subtasks, ...values }: Record<keyof ReturnType<typeof contentValues>, string>,
  before: Parameters<typeof contentValues>[0],
) {
  return { task: taskOf(values, before?.task ?? undefined), subtasks: subtasksOf(subtasks, before) };
}

function timing(schedule: ScheduleValues, before: Recurrence | undefined) {
  const { mode, onlyOneOpen } = schedule;
  return { schedule: scheduleOf(schedule, before), mode, onlyOneOpen: mode === 'schedule' && onlyOneOpen };
}
