import type { SettingsResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { useSubmit } from '../../components/form.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { useMay } from '../../lib/queries.ts';
import { quiet as words } from '../../lib/texts/colleague-rules.texts.ts';
import { onSaved, saveSettings, SettingsGroup } from './settings-group.tsx';

interface GroupProps {
  id: string;
  settings: SettingsResponse;
}

/** When it says nothing, and how much it says. */
export function QuietSettings({
  colleague: { id, settings, schedule },
}: {
  colleague: VirtualColleagueDetailResponse;
}) {
  return (
    <>
      <QuietHours id={id} settings={settings} zone={schedule.timezone} />
      <DaysOff id={id} settings={settings} />
      <Limits id={id} settings={settings} />
    </>
  );
}

/** What a form begins with, anew whenever it was saved elsewhere. */
function usePresent<Values>(present: Values): [Values, (values: Values) => void] {
  const [values, setValues] = useState(present);
  useEffect(() => setValues(present), [JSON.stringify(present)]);
  return [values, setValues];
}

function QuietHours({ id, settings: { quiet }, zone }: GroupProps & { zone: string }) {
  const [{ from, to }, setValues] = usePresent({ from: quiet.from ?? '', to: quiet.to ?? '' });
  const form = useSubmit(() => saveSettings(id, { quiet: { from: from || null, to: to || null } }), onSaved);
  return (
    <SettingsGroup title={words.hours} form={form} shown={['settings.quiet.from', 'settings.quiet.to']}>
      <p className="text-xs text-muted">{words.hoursHint(zone)}</p>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={words.from}
          type="time"
          value={from}
          error={form.errors['settings.quiet.from']}
          onChange={({ target }) => setValues({ from: target.value, to })}
        />
        <TextField
          label={words.to}
          type="time"
          value={to}
          error={form.errors['settings.quiet.to']}
          onChange={({ target }) => setValues({ from, to: target.value })}
        />
      </div>
    </SettingsGroup>
  );
}

function DaysOff({ id, settings: { quiet } }: GroupProps) {
  const isAdmin = useMay('ADMIN');
  const [{ days, dates }, setValues] = usePresent<{ days: readonly string[]; dates: readonly string[] }>({
    days: quiet.days,
    dates: quiet.dates,
  });
  const [date, setDate] = useState('');
  const form = useSubmit(() => saveSettings(id, { quiet: { days, dates } }), onSaved);
  const turn = (day: string, isOff: boolean) => {
    const others = days.filter((one) => one !== day);
    setValues({ days: isOff ? [...others, day] : others, dates });
  };
  const add = () => {
    if (date !== '') setValues({ days, dates: [...new Set([...dates, date])].toSorted() });
    setDate('');
  };
  return (
    <SettingsGroup title={words.days} form={form} shown={['settings.quiet.days', 'settings.quiet.dates']}>
      <p className="text-xs text-muted">{words.daysHint}</p>
      <div className="grid grid-cols-2 gap-x-3">
        {Object.entries(words.weekdays).map(([day, label]) => (
          <Checkbox
            key={day}
            label={label}
            checked={days.includes(day)}
            onChange={({ target }) => turn(day, target.checked)}
          />
        ))}
      </div>
      {form.errors['settings.quiet.days'] && (
        <p className="text-xs text-danger">{form.errors['settings.quiet.days']}</p>
      )}
      {dates.length > 0 && (
        <ul aria-label={words.dates} className="flex flex-wrap gap-1.5">
          {dates.map((one) => (
            <li key={one} className="inline-flex items-center rounded-md bg-hover pl-2 text-sm">
              {one}
              {isAdmin && (
                <IconButton
                  ref={passFocus}
                  label={words.removeDate(one)}
                  onClick={() => setValues({ days, dates: dates.filter((other) => other !== one) })}
                >
                  <X size={13} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && (
        <div className="flex items-end gap-2">
          <TextField
            label={words.date}
            type="date"
            className="grow"
            value={date}
            error={form.errors['settings.quiet.dates']}
            onChange={({ target }) => setDate(target.value)}
          />
          <Button data-adds onClick={add}>
            {words.addDate}
          </Button>
        </div>
      )}
    </SettingsGroup>
  );
}

const LIMITS = ['perRun', 'perDay', 'perPersonPerDay'] as const;

function Limits({ id, settings: { limits } }: GroupProps) {
  const shown = (limit: number | null) => (limit === null ? '' : String(limit));
  const [values, setValues] = usePresent({
    perRun: shown(limits.perRun),
    perDay: shown(limits.perDay),
    perPersonPerDay: shown(limits.perPersonPerDay),
  });
  const numbers = Object.fromEntries(LIMITS.map((name) => [name, values[name] === '' ? null : Number(values[name])]));
  const form = useSubmit(() => saveSettings(id, { limits: numbers }), onSaved);
  return (
    <SettingsGroup title={words.limits} form={form} shown={LIMITS.map((name) => `settings.limits.${name}`)}>
      <p className="text-xs text-muted">{words.limitsHint}</p>
      {LIMITS.map((name) => (
        <TextField
          key={name}
          label={words[name]}
          type="number"
          min={0}
          value={values[name]}
          error={form.errors[`settings.limits.${name}`]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
    </SettingsGroup>
  );
}
