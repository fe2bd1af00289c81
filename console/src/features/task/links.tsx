import { useQuery } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { page as words } from '../../lib/texts/task.texts.ts';
import type { TaskPartProps } from './property.tsx';
import { type Link, linksQuery } from './queries.ts';
import { type Related, RelatedTasks } from './related-tasks.tsx';

const AddLink = overlay(() => import('./add-link.tsx'));

const relatedOf = ({ id, task, type, direction }: Link): Related => ({
  id,
  task,
  kind: direction === 'in' ? words.duplicatedBy : words.linkTypes[type],
});

/** What the task has to do with others. */
export default function Links({ task, mayWrite }: TaskPartProps) {
  const path = { id: task.id };
  return (
    <RelatedTasks
      title={words.links}
      query={useQuery(linksQuery(task.id))}
      relatedOf={relatedOf}
      editing={
        mayWrite && {
          add: words.addLink,
          remove: words.removeLink,
          adder: (send, close) => (
            <AddLink
              task={task}
              onFound={(taskId, type) => send(client.addTaskLink({ path, body: { taskId, type } }))}
              onClose={close}
            />
          ),
          onRemove: (linkId) => client.removeTaskLink({ path: { ...path, linkId } }),
        }
      }
    />
  );
}
