import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { SCHEDULE_LABELS, ScheduleFields } from './schedule-fields.tsx';
import { scheduleOf, scheduleValues } from './schedule-values.ts';

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
  const { data: templates = [] } = useQuery(templatesQuery);
  const [schedule, setSchedule] = useState(() => scheduleValues(recurrence));
  const before = recurrence ?? content;
  const named = [...(content?.task.title ?? '')].slice(0, LONGEST).join('');
  const form = useForm(
    { name: recurrence?.name ?? named, templateId: recurrence?.templateId ?? '', ...contentValues(before) },
    ({ name, templateId, subtasks, ...values }) => {
      const own = { task: taskOf(values, before?.task ?? undefined), subtasks: subtasksOf(subtasks, before) };
      const { mode, onlyOneOpen } = schedule;
      const body = {
        name,
        ...(templateId ? { templateId } : own),
        schedule: scheduleOf(schedule, recurrence),
        mode,
        onlyOneOpen: mode === 'schedule' && onlyOneOpen,
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
  const offered = templatesOf(templates, projectId);
  return (
    <FormDialog
      title={recurrence ? words.edit : words.newOne}
      action={recurrence ? texts.common.save : words.create}
      form={{ ...form, values, restore }}
      shown={['name', 'templateId', ...CONTENT_FIELDS, ...Object.keys(SCHEDULE_LABELS)]}
      size="lg"
      onClose={onClose}
    >
      <TextField label={words.name} hint={words.nameHint} autoFocus {...form.field('name')} />
      {offered.length > 0 && (
        <SelectField
          label={words.madeFrom}
          choices={[
            { value: '', label: words.ownTask },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('templateId')}
        />
      )}
      {form.values.templateId === '' && <ContentFields form={form} hint={words.titleHint} />}
      <ScheduleFields values={schedule} errors={form.errors} onChange={setSchedule} />
      <NextFive values={schedule} before={recurrence} />
    </FormDialog>
  );
}
