import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { ListField } from '../../components/list-field.tsx';
import { imports as words, type Source } from '../../lib/texts/imports.texts.ts';
import type { ReadingOptions } from './queries.ts';

/** What can be said of how each source is read. */
const OFFERED: Partial<Record<Source, readonly (keyof ReadingOptions)[]>> = {
  jira_csv: ['pointsAreHours', 'timezone', 'dateFormat'],
  csv: ['timezone', 'dateFormat'],
  linear_csv: ['archived'],
  trello_json: ['archived', 'checklists'],
};

export const offeredFor = (source: Source): readonly (keyof ReadingOptions)[] => OFFERED[source] ?? [];

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }));
const ORDERS = Object.entries(words.dateOrders).map(([value, label]) => ({ value, label }));

interface SourceOptionsProps {
  source: Source;
  options: ReadingOptions;
  onChange: (options: ReadingOptions) => void;
}

/** How the source is read. */
export function SourceOptions({ source, options, onChange }: SourceOptionsProps) {
  const offered = offeredFor(source);
  if (offered.length === 0) return null;
  const set = (change: Partial<ReadingOptions>) => onChange({ ...options, ...change });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{words.options}</legend>
      {offered.includes('archived') && (
        <Checkbox
          label={words.archived}
          checked={options.archived}
          onChange={({ target }) => set({ archived: target.checked })}
        />
      )}
      {offered.includes('checklists') && (
        <Checkbox
          label={words.checklists}
          checked={options.checklists === 'subtasks'}
          onChange={({ target }) => set({ checklists: target.checked ? 'subtasks' : 'list' })}
        />
      )}
      {offered.includes('pointsAreHours') && (
        <Checkbox
          label={words.pointsAreHours}
          checked={options.pointsAreHours}
          onChange={({ target }) => set({ pointsAreHours: target.checked })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {offered.includes('timezone') && (
          <ListField
            label={words.timezone}
            choices={ZONES}
            value={options.timezone}
            onChange={(timezone) => set({ timezone })}
          />
        )}
        {offered.includes('dateFormat') && (
          <SelectField
            label={words.dateOrder}
            choices={ORDERS}
            value={options.dateFormat}
            onChange={({ target }) => set({ dateFormat: target.value as ReadingOptions['dateFormat'] })}
          />
        )}
      </div>
    </fieldset>
  );
}
