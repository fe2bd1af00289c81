import { useQuery } from '@tanstack/react-query';
import { useChangeAddress } from '../lib/address.ts';
import type { Task } from '../lib/model.ts';
import { lanesQuery, useMayWriteTask } from '../lib/queries.ts';
import { removeTask } from '../lib/task-actions.ts';
import { changeTask } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { ActionsMenu, type MenuEntry } from './menu.tsx';

/** What can be done with a task of a list: what dragging does on a board is in it. */
export function TaskMenu({ task }: { task: Pick<Task, 'id' | 'tid' | 'status' | 'projectId'> }) {
  const { data: lanes = [] } = useQuery(lanesQuery);
  const mayWrite = useMayWriteTask()(task);
  const changeAddress = useChangeAddress();
  const entries = (): MenuEntry[] => [
    { text: texts.common.open, run: () => changeAddress({ task: task.tid }) },
    ...(mayWrite
      ? [
          { separator: true } as const,
          ...lanes
            .filter((lane) => lane !== task.status)
            .map((lane) => ({
              text: texts.common.moveTo(lane),
              run: () => void changeTask(task, { status: lane }),
            })),
          { separator: true } as const,
          { text: texts.common.delete, isDangerous: true, run: () => removeTask(task) },
        ]
      : []),
  ];
  return <ActionsMenu of={task.tid} entries={entries} />;
}
