import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Disclosure } from '../../components/disclosure.tsx';
import { FieldInput } from '../../components/field-input.tsx';
import { type CustomValues, fieldsQuery, isOfProject } from '../../lib/fields.ts';
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
            <FieldInput
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
