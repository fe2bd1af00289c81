import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { editorOf } from '../../components/field-editor.ts';
import { TextField } from '../../components/field.tsx';
import { type CustomField, type CustomValues, fieldsQuery, isOfProject } from '../../lib/fields.ts';
import { usersQuery } from '../../lib/queries.ts';
import { fields as words } from '../../lib/texts/fields.texts.ts';

interface NewTaskFieldsProps {
  projectId: string;
  values: CustomValues;
  errors: Readonly<Record<string, string>>;
  onChange: (values: CustomValues) => void;
}

/** The company's own fields of a new task; closed unless one has a value or is wrong. */
export function NewTaskFields({ projectId, values, errors, onChange }: NewTaskFieldsProps) {
  const { data: all = [] } = useQuery(fieldsQuery);
  const [isAsked, setAsked] = useState(false);
  const fields = all.filter((field) => !field.archived && isOfProject(field, projectId));
  if (fields.length === 0) return null;
  const isOpen = isAsked || Object.keys(values).length > 0;
  return (
    <div className="col-span-full flex flex-col gap-3">
      <Disclosure isOpen={isOpen} onToggle={setAsked}>
        {words.moreOfTask}
      </Disclosure>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {fields.map((field) => (
            <NewTaskField
              key={field.id}
              field={field}
              value={values[field.key]}
              error={errors[`custom.${field.key}`]}
              onChange={(value) => {
                const { [field.key]: _before, ...others } = values;
                onChange(value === null ? others : { ...others, [field.key]: value });
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface NewTaskFieldProps {
  field: CustomField;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function NewTaskField({ field, value, error, onChange }: NewTaskFieldProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const [typed, setTyped] = useState<string>();
  const editor = editorOf(field, users);
  if (editor.kind === 'typed') {
    return (
      <TextField
        label={field.name}
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
