import { useId } from 'react';
import { Checkbox, SelectField } from '../choice-fields.tsx';
import { TextField } from '../field.tsx';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { zonesWith } from '../../lib/zones.ts';
import { type ScheduleValues, type Weekday, WEEKDAYS } from './schedule-values.ts';

interface ScheduleFieldsProps {
  values: ScheduleValues;
  errors: Readonly<Record<string, string>>;
  onChange: (values: ScheduleValues) => void;
}

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const MONTHS = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
}));

/** The fields at which errors stand. */
export const SCHEDULE_FIELDS = [
  ...['frequency', 'interval', 'days', 'dayOfMonth', 'nth.week', 'month', 'time', 'timezone', 'from', 'until'].map(
    (field) => `schedule.${field}`,
  ),
  'schedule.skip.dates',
];

/** When tasks come again. */
export function ScheduleFields({ values, errors, onChange }: ScheduleFieldsProps) {
  const set = (name: keyof ScheduleValues, field: string = name) => ({
    value: String(values[name]),
    error: errors[`schedule.${field}`],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ ...values, [name]: value }),
  });
  const isByDate = values.mode === 'schedule';
  const isMonthly = values.frequency === 'monthly' || values.frequency === 'yearly';
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField label={words.mode} choices={choicesOf(words.modes)} {...set('mode')} />
        <SelectField label={words.frequency} choices={choicesOf(words.frequencies)} {...set('frequency')} />
        <TextField label={words.interval} type="number" min={1} max={99} {...set('interval')} />
      </div>
      {isByDate && values.frequency === 'weekly' && (
        <Days days={values.days} error={errors['schedule.days']} onChange={(days) => onChange({ ...values, days })} />
      )}
      {isByDate && isMonthly && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {values.frequency === 'yearly' && <SelectField label={words.month} choices={MONTHS} {...set('month')} />}
          <SelectField
            label={words.on}
            choices={choicesOf({ day: words.onDay, last: words.onLast, weekday: words.onWeekday })}
            {...set('on')}
          />
          {values.on === 'day' && (
            <TextField label={words.day} type="number" min={1} max={31} {...set('day', 'dayOfMonth')} />
          )}
          {values.on === 'weekday' && (
            <>
              <SelectField
                label={words.which}
                choices={['1', '2', '3', '4', '5', '-1'].map((value) => ({
                  value,
                  label: words.whichOnes[Number(value)] ?? value,
                }))}
                {...set('week', 'nth.week')}
              />
              <SelectField label={words.weekday} choices={choicesOf(words.weekdays)} {...set('weekday')} />
            </>
          )}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.time} type="time" {...set('time')} />
        <SelectField label={words.timeZone} choices={zonesWith(values.timezone)} {...set('timezone')} />
        <TextField label={words.from} type="date" {...set('from')} />
        <TextField label={words.until} type="date" {...set('until')} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={words.notOn} hint={words.notOnHint} {...set('notOn', 'skip.dates')} />
        <SelectField label={words.shift} choices={choicesOf(words.shifts)} {...set('shift')} />
      </div>
      <div className="flex flex-wrap gap-x-4">
        <Checkbox
          label={words.notOnWeekends}
          checked={values.notOnWeekends}
          onChange={({ target }) => onChange({ ...values, notOnWeekends: target.checked })}
        />
        {isByDate && (
          <Checkbox
            label={words.onlyOneOpen}
            checked={values.onlyOneOpen}
            onChange={({ target }) => onChange({ ...values, onlyOneOpen: target.checked })}
          />
        )}
      </div>
    </>
  );
}

interface DaysProps {
  days: readonly Weekday[];
  error: string | undefined;
  onChange: (days: readonly Weekday[]) => void;
}

/** The days of a weekly one, in the order of the week. */
function Days({ days, error, onChange }: DaysProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? id : undefined}>
      <legend className="text-sm font-medium">{words.days}</legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={words.weekdays[day]}
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(WEEKDAYS.filter((other) => (other === day ? target.checked : days.includes(other))))
            }
          />
        ))}
      </div>
      {error && (
        <p id={id} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
