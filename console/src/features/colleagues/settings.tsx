import { useQuery } from '@tanstack/react-query';
import type { SettingsResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { Section } from '../../components/screen.tsx';
import { showToast } from '../../lib/toasts.ts';
import { messageOf } from '../../lib/api.ts';
import { useMay } from '../../lib/queries.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { ChannelSettings } from './channel-settings.tsx';
import { presetsQuery } from './queries.ts';
import { QuietSettings } from './quiet-settings.tsx';
import { onSaved, saveSettings, SettingsGroup } from './settings-group.tsx';

type Part = 'chase' | 'reminder' | 'escalation' | 'reporting' | 'aiCheck';
type Values = Record<string, boolean | number | string>;

const PARTS: readonly Part[] = ['chase', 'reminder', 'escalation', 'reporting', 'aiCheck'];
const TONES = ['neutral', 'friendly', 'formal', 'direct'];
const DIGESTS = ['standup', 'delivery', 'backlog', 'workload', 'personal', 'customer', 'agents'];

const inWords = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? words.on : words.off) : String(value);
const asChoices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** How it behaves, part by part, beside what its role's preset would be. */
export function Settings({ colleague }: { colleague: VirtualColleagueDetailResponse }) {
  const { data: presets } = useQuery(presetsQuery);
  const isAdmin = useMay('ADMIN');
  const preset = presets?.find(({ role }) => role === colleague.role)?.settings;
  if (!preset) return null;
  return (
    <Section title={words.settings}>
      {PARTS.map((part) => (
        <PartForm
          key={part}
          id={colleague.id}
          part={part}
          present={{ ...colleague.settings[part] }}
          preset={{ ...preset[part] }}
        />
      ))}
      <ToneForm id={colleague.id} present={colleague.settings.tone} preset={preset.tone} />
      <QuietSettings colleague={colleague} />
      {isAdmin && <ChannelSettings colleague={colleague} />}
    </Section>
  );
}

interface PartFormProps {
  id: string;
  part: Part;
  present: Values;
  preset: Values;
}

function PartForm({ id, part, present, preset }: PartFormProps) {
  const [values, setValues] = useState(present);
  // What is saved elsewhere, or by the preset, is shown anew.
  useEffect(() => setValues(present), [JSON.stringify(present)]);
  const form = useSubmit(() => saveSettings(id, { [part]: values }), onSaved);
  const back = useSubmit(() => saveSettings(id, { [part]: null }), onSaved);
  const set = (name: string, value: boolean | number | string) => setValues({ ...values, [name]: value });
  const names = Object.keys(present).filter((name) => name !== 'enabled');
  return (
    <SettingsGroup
      title={words[part]}
      form={form}
      shown={names.map((name) => `settings.${part}.${name}`)}
      buttons={
        <Button look="quiet" isBusy={back.isBusy} onClick={() => void back.submit()}>
          {words.usePreset}
        </Button>
      }
    >
      {'enabled' in present && <Switch name="enabled" values={values} preset={preset} set={set} />}
      {names.map((name) =>
        typeof present[name] === 'boolean' ? (
          <Switch key={name} name={name} values={values} preset={preset} set={set} />
        ) : (
          <SettingField
            key={name}
            name={name}
            value={values[name] ?? ''}
            preset={inWords(preset[name])}
            error={form.errors[`settings.${part}.${name}`]}
            onChange={(value) => set(name, value)}
          />
        ),
      )}
      <FormNote {...back} shown={[]} />
    </SettingsGroup>
  );
}

interface SwitchProps {
  name: string;
  values: Values;
  preset: Values;
  set: (name: string, value: boolean) => void;
}

function Switch({ name, values, preset, set }: SwitchProps) {
  return (
    <>
      <Checkbox
        label={name === 'enabled' ? words.enabled : (words.fields[name] ?? name)}
        checked={values[name] === true}
        onChange={({ target }) => set(name, target.checked)}
      />
      <p className="-mt-2 text-xs text-muted">{words.preset(inWords(preset[name]))}</p>
    </>
  );
}

interface SettingFieldProps {
  name: string;
  value: boolean | number | string;
  preset: string;
  error: string | undefined;
  onChange: (value: number | string) => void;
}

function SettingField({ name, value, preset, error, onChange }: SettingFieldProps) {
  const label = words.fields[name] ?? name;
  const hint = words.preset(preset);
  if (name === 'digest') {
    return (
      <SelectField
        label={label}
        hint={hint}
        error={error}
        choices={asChoices(DIGESTS)}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      type="number"
      min={0}
      value={String(value)}
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
    />
  );
}

function ToneForm({
  id,
  present,
  preset,
}: {
  id: string;
  present: SettingsResponse['tone'];
  preset: SettingsResponse['tone'];
}) {
  const isAdmin = useMay('ADMIN');
  const choose = (tone: string | null) =>
    void saveSettings(id, { tone }).then(onSaved, (error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
  return (
    <fieldset className="panel flex flex-col gap-3 p-4" disabled={!isAdmin}>
      <legend className="px-1 text-sm font-semibold">{words.tone}</legend>
      <SelectField
        label={words.tone}
        hint={words.preset(preset)}
        choices={asChoices(TONES)}
        value={present}
        onChange={({ target }) => choose(target.value)}
      />
      {isAdmin && (
        <div>
          <Button look="quiet" onClick={() => choose(null)}>
            {words.usePreset}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
