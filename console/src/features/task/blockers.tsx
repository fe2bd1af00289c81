import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { page as words } from '../../lib/texts/task.texts.ts';
import { blockersQuery, blockingQuery } from './queries.ts';
import type { TaskPartProps } from './property.tsx';
import { type Related, RelatedTasks } from './related-tasks.tsx';

const FindTask = overlay(() => import('../../components/find-task.tsx'));

const relatedOf = (task: Task): Related => ({ id: task.id, task });

/** What the task waits for, and what waits for it. */
export function Blockers({ task, mayWrite }: TaskPartProps) {
  const path = { id: task.id };
  const blocked = useQuery(blockersQuery(task.id));
  return (
    <>
      <RelatedTasks
        title={words.blockedBy}
        query={blocked}
        relatedOf={relatedOf}
        editing={
          mayWrite && {
            add: words.addBlocker,
            remove: words.removeBlocker,
            adder: (send, close) => (
              <FindTask
                not={[task.id, ...(blocked.data ?? []).map(({ id }) => id)]}
                firstOf={task.projectId}
                onFound={(taskId) => send(client.addTaskBlocker({ path, body: { taskId } }))}
                onClose={close}
              />
            ),
            onRemove: (taskId) => client.removeTaskBlocker({ path: { ...path, taskId } }),
          }
        }
      />
      <RelatedTasks
        title={words.blocks}
        query={useQuery(blockingQuery(task.id))}
        relatedOf={relatedOf}
        editing={false}
      />
    </>
  );
}
