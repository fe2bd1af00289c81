import { useQuery } from '@tanstack/react-query';
import { texts } from '../lib/texts.ts';
import { task as words } from '../lib/texts/work.texts.ts';
import { Avatar } from './marks.tsx';
import type { TaskEditor } from './task-editors.tsx';
import { agentsQuery } from './work/agents-query.ts';

/** The agents that tasks of a project, or of any, may be given to; read only where one can choose among them. */
export function useDelegateEditor(projectId: string | undefined): TaskEditor {
  const { data: agents = [], isLoading } = useQuery(agentsQuery);
  const able = agents.filter(
    ({ active, projectIds }) =>
      active && (projectIds.length === 0 || projectId === undefined || projectIds.includes(projectId)),
  );
  return {
    label: words.delegate,
    isReading: isLoading,
    options: [
      { value: '', label: texts.common.nobody },
      ...able.map(({ id, name }) => ({ value: id, label: name, icon: <Avatar name={name} /> })),
    ],
    selected: ({ delegateId }) => [delegateId ?? ''],
    change: ([id]) => {
      const agent = able.find((one) => one.id === id);
      return [{ delegateId: id || null }, { delegate: agent ? { id: agent.id, name: agent.name } : null }];
    },
  };
}
