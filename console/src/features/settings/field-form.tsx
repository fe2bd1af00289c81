import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Picker } from '../../components/picker.tsx';
import { client } from '../../lib/api.ts';
import type { CustomField } from '../../lib/fields.ts';
import type { Project } from '../../lib/model.ts';
import { texts } from '../../lib/texts.ts';
import { fieldSettings as words } from '../../lib/texts/field-settings.texts.ts';
import { emptyOption, FieldOptions, type OptionDraft } from './field-options.tsx';

type FieldType = CustomField['type'];

const TYPES = (Object.keys(words.types) as FieldType[]).map((type) => ({ value: type, label: words.types[type] }));

interface FieldFormProps {
  /** The one to change; without it a new one is made. */
  field?: CustomField;
  projects: readonly Project[];
  onDone: () => void;
  onClose: () => void;
}

export function FieldForm({ field, projects, onDone, onClose }: FieldFormProps) {
  const [name, setName] = useState(field?.name ?? '');
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const [description, setDescription] = useState(field?.description ?? '');
  const [projectIds, setProjectIds] = useState<readonly string[]>();
  const shownIds = projectIds ?? field?.projectIds ?? [];
  const [options, setOptions] = useState<readonly OptionDraft[]>(
    field ? field.options.map((option) => ({ ...option, mark: option.id })) : [emptyOption()],
  );
  const stored = options.map(({ mark: _mark, ...option }) => option);
  const hasOptions = type === 'select' || type === 'multi_select';
  const send = () => {
    const given = {
      name,
      ...(hasOptions && { options: stored }),
      // Untouched they stay: a field of projects that are all deleted is not one of every project.
      ...(projectIds && { projectIds: projectIds.length > 0 ? [...projectIds] : null }),
    };
    return field
      ? client.updateField({ path: { id: field.id }, body: { ...given, description: description || null } })
      : client.createField({ body: { ...given, type, description: description || null } });
  };
  const form = useSubmit<unknown>(send, onDone);
  const { errors } = form;
  const values = { name, type, description, options: stored };
  const restore = (kept: Partial<typeof values>) => {
    setName((latest) => kept.name ?? latest);
    setType((latest) => kept.type ?? latest);
    setDescription((latest) => kept.description ?? latest);
    if (kept.options) setOptions(kept.options.map((option) => ({ ...emptyOption(), ...option })));
  };
  const none = projectIds === undefined && field?.projectIds?.length === 0 ? words.noProject : words.everyProject;
  const chosen = projects.filter(({ id }) => shownIds.includes(id)).map((project) => project.name);
  return (
    <FormDialog
      title={field ? words.editField : words.newField}
      action={field ? texts.common.save : words.createField}
      form={{ ...form, values, restore }}
      shown={['name', 'type', 'description', ...Object.keys(errors).filter((key) => key.startsWith('options'))]}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoFocus
        error={errors['name']}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={words.type}
        choices={TYPES}
        disabled={field !== undefined}
        error={errors['type']}
        value={type}
        onChange={({ target }) => setType(target.value as FieldType)}
      />
      <TextField
        label={words.description}
        error={errors['description']}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <div className="flex flex-col gap-1">
        <span aria-hidden className="text-sm font-medium">
          {words.projects}
        </span>
        <Picker
          label={words.projects}
          options={projects.map(({ id, name: label }) => ({ value: id, label }))}
          selected={shownIds}
          isMultiple
          isField
          onChange={setProjectIds}
          className="field control text-left"
        >
          {chosen.length > 0 ? chosen.join(', ') : none}
        </Picker>
      </div>
      {hasOptions && <FieldOptions options={options} errors={errors} onChange={setOptions} />}
    </FormDialog>
  );
}
