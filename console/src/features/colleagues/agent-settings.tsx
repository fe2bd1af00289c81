import { useQuery } from '@tanstack/react-query';
import type { SettingsResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { isAgentRole } from '../../components/work/agent-role.ts';
import { client } from '../../lib/api.ts';
import { colleaguesQuery, useMay } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { agentSettings as words } from '../../lib/texts/agent-settings.texts.ts';
import { colleagues } from '../../lib/texts/colleagues.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { AgentKeys } from './agent-keys.tsx';
import { refreshColleagues } from './queries.ts';

/** What only those have who take work, or give it. */
export default function AgentSettings({ colleague }: { colleague: VirtualColleagueDetailResponse }) {
  const { id, settings } = colleague;
  const isAdmin = useMay('ADMIN');
  return (
    <>
      {isAdmin && <AgentKeys colleagueId={id} />}
      {settings.work && <WorkLimits id={id} limits={settings.work} />}
      {settings.delegation && <Delegation id={id} delegation={settings.delegation} />}
    </>
  );
}

type Part = 'work' | 'delegation';

/** Values of a part of the settings, which are shown anew when they are saved elsewhere. */
function usePart<Values extends object>(id: string, part: Part, present: Values, sent: (values: Values) => object) {
  const [values, setValues] = useState(present);
  useEffect(() => setValues(present), [JSON.stringify(present)]);
  const save = (body: object | null) => client.updateColleague({ path: { id }, body: { settings: { [part]: body } } });
  const onSaved = () => {
    void refreshColleagues();
    showToast(colleagues.saved);
  };
  const form = useSubmit(() => save(sent(values)), onSaved);
  const back = useSubmit(() => save(null), onSaved);
  return { values, set: (change: Partial<Values>) => setValues({ ...values, ...change }), form, back };
}

interface PartFormProps {
  title: string;
  form: ReturnType<typeof useSubmit>;
  back: ReturnType<typeof useSubmit>;
  shown: readonly string[];
  children: ReactNode;
}

function PartForm({ title, form, back, shown, children }: PartFormProps) {
  const isAdmin = useMay('ADMIN');
  return (
    <form noValidate onSubmit={(event: SyntheticEvent) => void form.submit(event)}>
      <fieldset className="panel flex flex-col gap-3 p-4" disabled={!isAdmin}>
        <legend className="px-1 text-sm font-semibold">{title}</legend>
        {children}
        <FormNote {...form} shown={shown} />
        <FormNote {...back} shown={[]} />
        {isAdmin && (
          <div className="flex gap-2">
            <Button type="submit" isBusy={form.isBusy}>
              {texts.common.save}
            </Button>
            <Button look="quiet" isBusy={back.isBusy} onClick={() => void back.submit()}>
              {colleagues.usePreset}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

const numberOf = (text: string): number | '' => (text === '' ? '' : Number(text));

function WorkLimits({ id, limits }: { id: string; limits: NonNullable<SettingsResponse['work']> }) {
  const present: Record<string, number | '' | boolean | null> = { ...limits };
  const { values, set, form, back } = usePart(id, 'work', present, (sent) => ({
    ...sent,
    maxCostUsd: sent['maxCostUsd'] === '' ? null : sent['maxCostUsd'],
  }));
  const names = Object.keys(words.fields);
  return (
    <PartForm title={words.limits} form={form} back={back} shown={names.map((name) => `settings.work.${name}`)}>
      <Checkbox
        label={words.requireMerged}
        checked={values['requireMerged'] === true}
        onChange={({ target }) => set({ requireMerged: target.checked })}
      />
      {names.map((name) => (
        <TextField
          key={name}
          label={words.fields[name] ?? name}
          type="number"
          min={0}
          {...(name === 'maxCostUsd' && { step: '0.01', hint: words.anyCost })}
          error={form.errors[`settings.work.${name}`]}
          value={String(values[name] ?? '')}
          onChange={({ target }) => set({ [name]: numberOf(target.value) })}
        />
      ))}
    </PartForm>
  );
}

function Delegation({ id, delegation }: { id: string; delegation: NonNullable<SettingsResponse['delegation']> }) {
  const { data: all = [] } = useQuery(colleaguesQuery);
  const agents = all.filter(({ role }) => isAgentRole(role));
  const { values, set, form, back } = usePart(id, 'delegation', delegation, ({ filter, ...sent }) => ({
    ...sent,
    filter: filter?.trim() ? filter : null,
  }));
  const { enabled, agentIds, filter, perRun } = values;
  const choose = (agentId: string, isChosen: boolean) =>
    set({ agentIds: isChosen ? [...agentIds, agentId] : agentIds.filter((one) => one !== agentId) });
  const names = ['settings.delegation.filter', 'settings.delegation.perRun'];
  return (
    <PartForm title={words.delegation} form={form} back={back} shown={names}>
      <Checkbox label={words.delegates} checked={enabled} onChange={({ target }) => set({ enabled: target.checked })} />
      <FilterField
        key={delegation.filter}
        value={filter ?? ''}
        hint={words.filterHint}
        error={form.errors['settings.delegation.filter']}
        onType={(text) => set({ filter: text })}
      />
      <TextField
        label={words.perRun}
        type="number"
        min={0}
        error={form.errors['settings.delegation.perRun']}
        value={String(perRun)}
        onChange={({ target }) => set({ perRun: numberOf(target.value) as number })}
      />
      {agents.length > 0 && (
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{words.toAgents}</legend>
          <p className="text-xs text-muted">{words.everyAgent}</p>
          {agents.map((agent) => (
            <Checkbox
              key={agent.id}
              label={agent.name}
              checked={agentIds.includes(agent.id)}
              onChange={({ target }) => choose(agent.id, target.checked)}
            />
          ))}
        </fieldset>
      )}
    </PartForm>
  );
}
