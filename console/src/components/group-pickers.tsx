import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useContext } from 'react';
import { useChangeAddress } from '../lib/address.ts';
import { cx } from '../lib/cx.ts';
import { fieldsQuery } from '../lib/fields.ts';
import { views as words } from '../lib/texts/views.texts.ts';
import { GROUP_NAMES, type GroupName, labelOfGroups, ownGroupNames } from './groups.ts';
import { Picker } from './picker.tsx';
import { NO_GROUP, useShownTasks, ViewContext } from './shown-tasks.ts';

/** "Group by" and "Then by"; both stand in the address. */
export function GroupPickers() {
  const { group, then } = useShownTasks();
  const isView = useContext(ViewContext) !== undefined;
  const changeAddress = useChangeAddress();
  const none = isView ? NO_GROUP : undefined;
  return (
    <>
      <GroupPicker
        label={words.groupBy}
        selected={group}
        onChange={(name) => changeAddress({ group: name ?? none, ...(name === undefined && { then: none }) })}
      />
      {group && (
        <GroupPicker
          label={words.thenBy}
          selected={then}
          without={group}
          onChange={(name) => changeAddress({ then: name ?? none })}
        />
      )}
    </>
  );
}

interface GroupPickerProps {
  label: string;
  selected: GroupName | undefined;
  without?: GroupName;
  onChange: (name: GroupName | undefined) => void;
}

function GroupPicker({ label, selected, without, onChange }: GroupPickerProps) {
  const { projectId } = useShownTasks();
  const { data: fields = [] } = useQuery(fieldsQuery);
  const all: GroupName[] = [...GROUP_NAMES, ...ownGroupNames(fields, projectId)];
  const names = all.filter((name) => name !== without);
  return (
    <Picker
      label={label}
      options={[
        { value: NO_GROUP, label: words.noGroup },
        ...names.map((name) => ({ value: name, label: labelOfGroups(name) })),
      ]}
      selected={[selected ?? NO_GROUP]}
      onChange={([name]) => onChange(names.find((one) => one === name))}
      className={cx(
        'control inline-flex items-center gap-1 rounded-md border border-line px-2 text-sm hover:bg-hover hover:text-ink',
        selected ? 'bg-accent-soft text-accent-text' : 'bg-surface text-muted',
      )}
    >
      <Layers size={12} aria-hidden />
      {label}
      {/* Not as text: what a button says is its name. */}
      {selected && (
        <span
          aria-hidden
          data-group={labelOfGroups(selected)}
          className="font-medium before:content-[attr(data-group)]"
        />
      )}
    </Picker>
  );
}
