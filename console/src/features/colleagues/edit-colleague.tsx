import type { UpdateVirtualColleague, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { useState } from 'react';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { refreshColleagues } from './queries.ts';
import { SCHEDULE_FIELDS, ScheduleFields, type ScheduleValues } from './schedule-fields.tsx';

interface EditColleagueProps {
  colleague: VirtualColleagueDetailResponse;
  onClose: () => void;
}

/** What it is called and for, and when it runs. */
export function EditColleague({ colleague, onClose }: EditColleagueProps) {
  const { id } = colleague;
  const { frequency, time, timezone } = colleague.schedule;
  const [schedule, setSchedule] = useState<ScheduleValues>({ frequency, time: time ?? '', timezone });
  const form = useForm(
    { name: colleague.name, description: colleague.description ?? '' },
    ({ name, description }) => {
      const body = {
        name,
        description: description || null,
        schedule: { ...schedule, time: schedule.time || null },
      };
      return client.updateColleague({ path: { id }, body: body as UpdateVirtualColleague });
    },
    () => {
      void refreshColleagues();
      onClose();
    },
  );
  return (
    <FormDialog
      title={texts.common.edit}
      action={texts.common.save}
      form={form}
      shown={['name', 'description', ...SCHEDULE_FIELDS]}
      onClose={onClose}
    >
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <TextArea label={words.description} rows={2} {...form.field('description')} />
      <ScheduleFields values={schedule} errors={form.errors} onChange={setSchedule} />
    </FormDialog>
  );
}
