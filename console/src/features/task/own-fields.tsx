import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Disclosure } from '../../components/disclosure.tsx';
import { changeOf, editorOf } from '../../components/field-editor.ts';
import { shownValue } from '../../components/shown-value.ts';
import { type CustomField, fieldsQuery, isOfProject } from '../../lib/fields.ts';
import { usersQuery } from '../../lib/queries.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { texts } from '../../lib/texts.ts';
import { fields as words } from '../../lib/texts/fields.texts.ts';
import { PickProperty, type TaskPartProps, TypedProperty, Value } from './property.tsx';

/** The company's own fields of a task: those that are set, and the others once they are asked for. */
export default function OwnFields(props: TaskPartProps) {
  const { task, mayWrite } = props;
  const { data: all = [] } = useQuery(fieldsQuery);
  const [isOpen, setOpen] = useState(false);
  const isSet = ({ key }: CustomField) => task.custom?.[key] !== undefined;
  const fields = all.filter((field) => isOfProject(field, task.projectId) && (isSet(field) || !field.archived));
  const others = fields.filter((field) => !isSet(field));
  if (fields.length === 0) return null;
  return (
    <>
      {fields.filter(isSet).map((field) => (
        <OwnField key={field.id} field={field} {...props} />
      ))}
      {others.length > 0 && mayWrite && (
        <Disclosure isOpen={isOpen} onToggle={setOpen}>
          {words.more}
        </Disclosure>
      )}
      {isOpen && others.map((field) => <OwnField key={field.id} field={field} {...props} />)}
    </>
  );
}

function OwnField({ field, task, mayWrite }: TaskPartProps & { field: CustomField }) {
  const { data: users = [] } = useQuery(usersQuery);
  const value = task.custom?.[field.key];
  const editor = editorOf(field, users);
  const save = (next: unknown) => void changeTask(task, changeOf(field, next));
  const text = shownValue(field, value);
  const shown = <Value text={text || texts.common.none} isNone={text === ''} />;
  if (editor.kind === 'chosen') {
    return (
      <PickProperty
        label={field.name}
        options={editor.options}
        selected={editor.selected(value)}
        isMultiple={editor.isMultiple}
        isDisabled={!mayWrite}
        onChange={(selected) => save(editor.valueOf(selected))}
      >
        {shown}
      </PickProperty>
    );
  }
  return (
    <TypedProperty
      label={field.name}
      type={editor.type}
      value={editor.text(value)}
      isDisabled={!mayWrite}
      onSave={(typed) => save(editor.valueOf(typed))}
    >
      {shown}
    </TypedProperty>
  );
}
