import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../components/choice-fields.tsx';
import { webhooks as words } from '../../lib/texts/webhooks.texts.ts';
import { eventTypesQuery } from './queries.ts';

const EVERYTHING = '*';

interface EventChoiceProps {
  selected: readonly string[];
  onChange: (events: string[]) => void;
}

/** Events by the group of things that they are about; a whole group is `task.*`, everything is `*`, what comes later among it. */
export function EventChoice({ selected, onChange }: EventChoiceProps) {
  const { data: types = [] } = useQuery(eventTypesQuery);
  const toggle = (name: string, isOn: boolean, without: readonly string[] = []) => {
    const others = selected.filter((event) => event !== name && !without.includes(event));
    onChange(isOn ? [...others, name] : others);
  };
  const hasEverything = selected.includes(EVERYTHING);
  const groups = Object.keys(words.groups).map((group) => `${group}.*`);
  return (
    <div className="flex flex-col gap-3">
      {hasEverything && <Checkbox label={words.eventInWords(EVERYTHING)} checked onChange={() => onChange(groups)} />}
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(words.groups).map(([group, title]) => {
          const all = `${group}.*`;
          const names = types.map(({ name }) => name as string).filter((name) => name.startsWith(`${group}.`));
          const hasAll = hasEverything || selected.includes(all);
          return (
            <fieldset key={group} className="flex flex-col rounded-md border border-line px-3 pb-2">
              <legend className="px-1 text-sm font-medium">{title}</legend>
              <Checkbox
                label={words.all(title)}
                checked={hasAll}
                disabled={hasEverything}
                onChange={({ target }) => toggle(all, target.checked, names)}
              />
              {names.map((name) => (
                <Checkbox
                  key={name}
                  label={name}
                  disabled={hasAll}
                  checked={hasAll || selected.includes(name)}
                  onChange={({ target }) => toggle(name, target.checked)}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}
