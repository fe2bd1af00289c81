import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { zonesWith } from '../../lib/zones.ts';

export interface ScheduleValues {
  frequency: string;
  time: string;
  timezone: string;
}

const FREQUENCIES = Object.entries(words.frequencies).map(([value, label]) => ({ value, label }));

interface ScheduleFieldsProps {
  values: ScheduleValues;
  errors: Readonly<Record<string, string>>;
  isDisabled?: boolean;
  onChange: (values: ScheduleValues) => void;
}

export function ScheduleFields({ values, errors, isDisabled = false, onChange }: ScheduleFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label={words.frequency}
        choices={FREQUENCIES}
        disabled={isDisabled}
        value={values.frequency}
        error={errors['schedule.frequency']}
        onChange={({ target }) => onChange({ ...values, frequency: target.value })}
      />
      <TextField
        label={words.time}
        type="time"
        disabled={isDisabled}
        value={values.time}
        error={errors['schedule.time']}
        onChange={({ target }) => onChange({ ...values, time: target.value })}
      />
      <SelectField
        label={words.timeZone}
        choices={zonesWith(values.timezone)}
        disabled={isDisabled}
        value={values.timezone}
        error={errors['schedule.timezone']}
        onChange={({ target }) => onChange({ ...values, timezone: target.value })}
      />
    </div>
  );
}

export const SCHEDULE_FIELDS = ['schedule.frequency', 'schedule.time', 'schedule.timezone'];
