import { useContext } from 'react';
import { useDelegateEditor } from '../../components/delegate-editor.tsx';
import { ColleagueAvatar } from '../../components/colleague-avatar.tsx';
import { texts } from '../../lib/texts.ts';
import { ChangeContext, PickProperty, type TaskPartProps, Value } from './property.tsx';

/** The agent that does the task; the assignee stays who answers for it. */
export function Delegate({ task, mayWrite }: TaskPartProps) {
  const { delegate } = task;
  const changeProperty = useContext(ChangeContext);
  const { change, selected, options, label } = useDelegateEditor(task.projectId);
  // The one that has it is shown, whether it may have others or not.
  const isKnown = !delegate || options.some(({ value }) => value === delegate.id);
  return (
    <PickProperty
      label={label}
      options={isKnown ? options : [...options, { value: delegate.id, label: delegate.name }]}
      selected={selected(task)}
      isDisabled={!mayWrite}
      onChange={(ids) => void changeProperty(task, ...change(ids))}
    >
      <Value
        icon={delegate && <ColleagueAvatar name={delegate.name} />}
        text={delegate?.name ?? texts.common.nobody}
        isNone={!delegate}
      />
    </PickProperty>
  );
}
