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

/** A day of the month, its last one, and the first of a weekday to the fifth, and the last. */
const ONS = [
  { value: 'day', label: words.onDay },
  { value: 'last', label: words.onLastDay },
  ...[1, 2, 3, 4, 5, -1].map((week) => ({ value: String(week), label: words.onThe(words.whichOnes[week] ?? '') })),
];

/** In days. */
const SHORTEST_MONTH = 28;

/** The labels of the fields at which errors stand. */
export const SCHEDULE_LABELS: Readonly<Record<string, string>> = {
  'schedule.frequency': words.frequency,
  'schedule.interval': words.interval,
  'schedule.days': words.days,
  'schedule.dayOfMonth': words.day,
  'schedule.nth.week': words.on,
  'schedule.month': words.month,
  'schedule.time': words.time,
  'schedule.timezone': words.timeZone,
  'schedule.from': words.from,
  'schedule.until': words.until,
  'schedule.skip.dates': words.notOn,
};

/** The fields at which errors stand. */
export const SCHEDULE_FIELDS = Object.keys(SCHEDULE_LABELS);

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
        <TextField label={words.from} hint={fromHint(values)} type="date" {...set('from')} />
        <TextField label={words.until} type="date" {...set('until')} />
      </div>
      <Checkbox
        label={words.notOnWeekends}
        checked={values.notOnWeekends}
        onChange={({ target }) => onChange({ ...values, notOnWeekends: target.checked })}
      />
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
      {isByDate && (
        <Checkbox
          label={words.onlyOneOpen}
          checked={values.onlyOneOpen}
          onChange={({ target }) => onChange({ ...values, onlyOneOpen: target.checked })}
        />
      )}
    </>
  );
}

/** What the first day decides, where one may expect otherwise. */
function fromHint({ mode, frequency, interval }: ScheduleValues): string {
  if (mode === 'after_completion') return words.firstOne;
  return interval === '1' ? '' : words.countedFrom[frequency];
}

/** Such as "Every 2 weeks on Monday and Thursday at 08:00 Europe/Berlin". */
function Sentence({ values, errors, onChange }: ScheduleFieldsProps) {
  const set = setter(values, errors, onChange);
  const { frequency, interval, on, day, notOnWeekends, shift } = values;
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
      {isMonthly && on === 'last' && !(notOnWeekends && shift === 'before') && (
        <p className="pt-1 text-xs text-muted">{words.workingDay}</p>
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
      <SelectField label={words.on} isLabelHidden choices={ONS} {...set('on', 'nth.week')} />
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
      {values.on !== 'day' && values.on !== 'last' && (
        <SelectField label={words.weekday} isLabelHidden choices={choicesOf(words.weekdays)} {...set('weekday')} />
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
    <span aria-hidden className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
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
            aria-invalid={error ? true : undefined}
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
