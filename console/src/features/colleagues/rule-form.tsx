import { useQuery } from '@tanstack/react-query';
import type { OwnRuleInput, OwnRuleResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { ListField } from '../../components/list-field.tsx';
import { client } from '../../lib/api.ts';
import { usersQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { rules as words } from '../../lib/texts/colleague-rules.texts.ts';
import { refreshColleagues } from './queries.ts';
import { RuleExample } from './rule-example.tsx';

interface RuleFormProps {
  colleague: VirtualColleagueDetailResponse;
  /** The one to be changed; without it a new one is made. */
  rule?: OwnRuleResponse;
  onClose: () => void;
}

const NEW = { name: '', filter: '', type: 'reminder', to: 'assignee', message: '', repeatHours: '24' };
const FIELDS = Object.keys(NEW) as (keyof typeof NEW)[];

const asChoices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** "New rule", and the change of one: an example of what it would say is shown as one types. */
export function RuleForm({ colleague: { id, rules, settings }, rule, onClose }: RuleFormProps) {
  const [values, setValues] = useState(
    rule ? { ...NEW, ...rule, message: rule.message ?? '', repeatHours: String(rule.repeatHours) } : NEW,
  );
  const { data: users = [] } = useQuery(usersQuery);
  const message = useRef<HTMLTextAreaElement>(null);
  const input = inputOf(values, rule?.enabled ?? true);
  // The service takes the whole list, and names a field by the rule's place in it.
  const index = rule ? rules.findIndex((one) => one.id === rule.id) : rules.length;
  const list = rule ? rules.map((one) => (one.id === rule.id ? { ...input, id: rule.id } : one)) : [...rules, input];
  const form = useSubmit(
    () => client.updateColleague({ path: { id }, body: { rules: list } }),
    () => {
      void refreshColleagues();
      onClose();
    },
  );
  const field = (name: keyof typeof NEW) => ({
    value: values[name],
    error: form.errors[`rules.${index}.${name}`],
    onChange: ({ target: { value } }: { target: { value: string } }) => setValues({ ...values, [name]: value }),
  });
  const drafted = Object.fromEntries(FIELDS.map((name) => [name, values[name]]));
  const restore = (kept: Partial<typeof NEW>) => setValues((latest) => ({ ...latest, ...kept }));
  const people = users
    .filter(({ active }) => active)
    .map((user) => ({ value: `user:${user.id}`, label: user.name }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <FormDialog
      title={rule ? texts.common.edit : words.newRule}
      action={rule ? texts.common.save : words.newRule}
      form={{ ...form, values: drafted, restore }}
      shown={FIELDS.map((name) => `rules.${index}.${name}`)}
      size="lg"
      onClose={onClose}
    >
      <TextField label={words.name} autoFocus {...field('name')} />
      <FilterField
        value={values.filter}
        hint={words.filterHint}
        error={form.errors[`rules.${index}.filter`]}
        onType={(filter) => setValues((latest) => ({ ...latest, filter }))}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField label={words.kind} choices={asChoices(words.kinds)} {...field('type')} />
        <ListField
          label={words.speaksTo}
          choices={[...asChoices(words.addressees), ...people]}
          value={values.to}
          error={field('to').error}
          onChange={(to) => setValues({ ...values, to })}
        />
        <TextField label={words.repeatHours} type="number" min={1} {...field('repeatHours')} />
      </div>
      <TextArea ref={message} label={words.message} hint={words.messageHint} rows={3} {...field('message')} />
      <Names into={message} onInsert={(text) => setValues((latest) => ({ ...latest, message: text }))} />
      <RuleExample colleagueId={id} builtIn={Object.keys(settings.rules)} rule={input} />
    </FormDialog>
  );
}

function inputOf({ repeatHours, message, type, ...rest }: typeof NEW, enabled: boolean): OwnRuleInput {
  return {
    name: rest.name,
    filter: rest.filter,
    to: rest.to,
    type: type as OwnRuleInput['type'],
    message: message.trim() === '' ? null : message,
    ...(repeatHours !== '' && { repeatHours: Number(repeatHours) }),
    enabled,
  };
}

interface NamesProps {
  into: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
}

/** Each puts a name where the cursor of the message is. */
function Names({ into, onInsert }: NamesProps) {
  const insert = (name: string) => {
    const box = into.current;
    if (!box) return;
    const { value, selectionStart, selectionEnd } = box;
    const inserted = `{{${name}}}`;
    onInsert(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd));
    const cursor = selectionStart + inserted.length;
    // The box shows the new text first.
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(cursor, cursor);
    });
  };
  return (
    <div role="group" aria-label={words.names} className="flex flex-wrap gap-1.5">
      {words.templateNames.map((name) => (
        <Button key={name} className="font-mono text-xs" onClick={() => insert(name)}>
          {`{{${name}}}`}
        </Button>
      ))}
    </div>
  );
}
