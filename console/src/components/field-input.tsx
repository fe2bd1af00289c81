import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomField } from '../lib/fields.ts';
import { usersQuery } from '../lib/queries.ts';
import { Checkbox, SelectField } from './choice-fields.tsx';
import { editorOf } from './field-editor.ts';
import { TextField } from './field.tsx';

interface FieldInputProps {
  field: CustomField;
  value: unknown;
  error?: string | undefined;
  hint?: string;
  onChange: (value: unknown) => void;
}

/** A value in a form, edited by its type. */
export function FieldInput({ field, value, error, hint = '', onChange }: FieldInputProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const [typed, setTyped] = useState<string>();
  const editor = editorOf(field, users);
  if (editor.kind === 'typed') {
    return (
      <TextField
        label={field.name}
        hint={hint}
        type={editor.type}
        error={error}
        value={typed ?? editor.text(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(editor.valueOf(target.value));
        }}
      />
    );
  }
  if (!editor.isMultiple) {
    return (
      <SelectField
        label={field.name}
        choices={editor.options}
        error={error}
        value={editor.selected(value)[0] ?? ''}
        onChange={({ target }) => onChange(editor.valueOf([target.value]))}
      />
    );
  }
  const selected = editor.selected(value);
  return (
    <fieldset className="flex flex-col">
      <legend className="text-sm font-medium">{field.name}</legend>
      {editor.options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={selected.includes(option.value)}
          onChange={({ target }) => {
            const next = target.checked
              ? [...selected, option.value]
              : selected.filter((name) => name !== option.value);
            onChange(next.length > 0 ? editor.valueOf(next) : null);
          }}
        />
      ))}
    </fieldset>
  );
}
