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

/** The first of a weekday to the fifth, and the last. */
const WHICH = [1, 2, 3, 4, 5, -1].map((week) => ({ value: String(week), label: words.whichOnes[week] ?? '' }));

/** In days. */
const SHORTEST_MONTH = 28;

/** The fields at which errors stand. */
export const SCHEDULE_FIELDS = [
  ...['frequency', 'interval', 'days', 'dayOfMonth', 'nth.week', 'month', 'time', 'timezone', 'from', 'until'].map(
    (field) => `schedule.${field}`,
  ),
  'schedule.skip.dates',
];

/** When tasks come again: a sentence that one edits, and what bounds it. */
export function ScheduleFields({ values, errors, onChange }: ScheduleFieldsProps) {
  const set = setter(values, errors, onChange);
  const isByDate = values.mode === 'schedule';
  const skipsDays = values.notOn.trim() !== '' || values.notOnWeekends;
  return (
    <>
      <SelectField label={words.mode} choices={choicesOf(words.modes)} {...set('mode')} />
      <Sentence values={values} errors={errors} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.from} type="date" {...set('from')} />
        <TextField label={words.until} type="date" {...set('until')} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={words.notOn} hint={words.notOnHint} {...set('notOn', 'skip.dates')} />
        {skipsDays && (
          <SelectField
            label={words.shift}
            choices={choicesOf(isByDate ? words.shifts : words.shiftsAfterCompletion)}
            {...set('shift')}
          />
        )}
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

/** Such as "Every 2 weeks on Monday and Thursday at 08:00 Europe/Berlin". */
function Sentence({ values, errors, onChange }: ScheduleFieldsProps) {
  const set = setter(values, errors, onChange);
  const { frequency, interval, on, day } = values;
  const isByDate = values.mode === 'schedule';
  const isMonthly = isByDate && (frequency === 'monthly' || frequency === 'yearly');
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-sm font-medium">{words.schedule}</legend>
      <div className="flex flex-wrap items-start gap-2 text-sm">
        {isByDate && <Word text={words.interval} />}
        <TextField
          label={words.interval}
          isLabelHidden
          type="number"
          min={1}
          max={99}
          className="w-16"
          {...set('interval')}
        />
        <SelectField
          label={words.frequency}
          isLabelHidden
          choices={choicesOf(interval === '1' ? words.units : words.manyUnits)}
          {...set('frequency')}
        />
        {isByDate && frequency === 'weekly' && (
          <Days days={values.days} error={errors['schedule.days']} onChange={(days) => onChange({ ...values, days })} />
        )}
        {isMonthly && <DayOfMonth values={values} errors={errors} onChange={onChange} />}
        <div className="flex flex-wrap items-start gap-2">
          <Word text={isByDate ? words.atWord : words.afterCompletion} />
          <TextField label={words.time} isLabelHidden type="time" className="w-32" {...set('time')} />
          <SelectField
            label={words.timeZone}
            isLabelHidden
            choices={zonesWith(values.timezone)}
            className="w-48"
            {...set('timezone')}
          />
        </div>
      </div>
      {isMonthly && on === 'day' && Number(day) > SHORTEST_MONTH && (
        <p className="pt-1 text-xs text-muted">{words.shortMonths}</p>
      )}
    </fieldset>
  );
}

/** Such as "on day 28", "on the last Friday", "on the last day of December". */
function DayOfMonth({ values, errors, onChange }: ScheduleFieldsProps) {
  const set = setter(values, errors, onChange);
  return (
    <>
      <Word text={words.onWord} />
      <SelectField label={words.on} isLabelHidden choices={choicesOf(words.ons)} {...set('on')} />
      {values.on === 'day' && (
        <TextField
          label={words.day}
          isLabelHidden
          type="number"
          min={1}
          max={31}
          className="w-16"
          {...set('day', 'dayOfMonth')}
        />
      )}
      {values.on === 'weekday' && (
        <>
          <SelectField label={words.which} isLabelHidden choices={WHICH} {...set('week', 'nth.week')} />
          <SelectField label={words.weekday} isLabelHidden choices={choicesOf(words.weekdays)} {...set('weekday')} />
        </>
      )}
      {values.frequency === 'yearly' && (
        <>
          <Word text={words.ofWord} />
          <SelectField label={words.month} isLabelHidden choices={MONTHS} {...set('month')} />
        </>
      )}
    </>
  );
}

/** A word between fields; each of these has its own name for those who do not see the sentence. */
function Word({ text }: { text: string }) {
  return (
    <span aria-hidden className="inline-flex min-h-8 items-center">
      {text}
    </span>
  );
}

/** Wires the field of a value. */
function setter(
  values: ScheduleValues,
  errors: ScheduleFieldsProps['errors'],
  onChange: ScheduleFieldsProps['onChange'],
) {
  return (name: keyof ScheduleValues, field: string = name) => ({
    value: String(values[name]),
    error: errors[`schedule.${field}`],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ ...values, [name]: value }),
  });
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
      <legend className="sr-only">{words.days}</legend>
      <div className="flex flex-wrap gap-x-3">
        <Word text={words.onWord} />
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
