import { useQuery } from '@tanstack/react-query';
import { ColleagueAvatar } from '../../components/colleague-avatar.tsx';
import { agentsQuery } from '../../components/work/agents-query.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { changeTask } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { page as words } from '../../lib/texts/task.texts.ts';
import { PickProperty, type TaskPartProps, Value } from './property.tsx';

/** The agents that may have the task, and the one that has it. */
function useDelegates({ projectId, delegate }: TaskDetail): { id: string; name: string }[] {
  const { data: agents = [] } = useQuery(agentsQuery);
  const able = agents.filter(
    ({ active, projectIds }) => active && (projectIds.length === 0 || projectIds.includes(projectId)),
  );
  return delegate && !able.some(({ id }) => id === delegate.id) ? [delegate, ...able] : able;
}

/** The agent that does the task; the assignee stays who answers for it. */
export function Delegate({ task, mayWrite }: TaskPartProps) {
  const { delegate, delegateId } = task;
  const delegates = useDelegates(task);
  const delegateTo = (id: string) => {
    const agent = delegates.find((one) => one.id === id);
    void changeTask(task, { delegateId: id || null }, { delegate: agent ? { id, name: agent.name } : null });
  };
  return (
    <PickProperty
      label={words.delegate}
      options={[
        { value: '', label: texts.common.nobody },
        ...delegates.map(({ id, name }) => ({ value: id, label: name, icon: <ColleagueAvatar name={name} /> })),
      ]}
      selected={[delegateId ?? '']}
      isDisabled={!mayWrite}
      onChange={([id]) => delegateTo(id ?? '')}
    >
      <Value
        icon={delegate && <ColleagueAvatar name={delegate.name} />}
        text={delegate?.name ?? texts.common.nobody}
        isNone={!delegate}
      />
    </PickProperty>
  );
}
