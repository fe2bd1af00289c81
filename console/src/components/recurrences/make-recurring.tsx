import { useQuery } from '@tanstack/react-query';
import type { TaskDetail } from '../../lib/model.ts';
import { client } from '../../lib/api.ts';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Content } from '../templates/content-fields.tsx';
import { RecurrenceForm } from './recurrence-form.tsx';
import { refreshRecurrences } from './queries.ts';

/** Subtasks that a recurrence can have. */
const MOST_SUBTASKS = 50;

/** A new recurring task, with the content of a task. */
export default function MakeRecurring({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const { data: subtasks, error } = useQuery({
    queryKey: ['recurring-subtasks', task.id],
    queryFn: ({ signal }) =>
      client.listTasks({ query: { parentId: [task.id], fields: ['title'], sortBy: 'rank', sortOrder: 'asc' }, signal }),
    gcTime: 0,
  });
  if (!subtasks && !error) return null;
  const below = (subtasks ?? []).flatMap(({ title }) => title ?? []).slice(0, MOST_SUBTASKS);
  return (
    <RecurrenceForm
      projectId={task.projectId}
      content={{ task: contentOf(task), subtasks: below.map((title) => ({ title })) }}
      onDone={() => {
        void refreshRecurrences();
        showToast(words.created(task.title));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Without status, dates, sprint and logged hours: those are of this one. */
function contentOf(task: TaskDetail): Content {
  const { title, description, priority, estimatedHours, assigneeId, delegateId, epicId, labels, custom } = task;
  return {
    title,
    ...(description && { description }),
    ...(priority !== 'None' && { priority }),
    ...(estimatedHours !== null && { estimatedHours }),
    ...(assigneeId && { assigneeId }),
    ...(delegateId && { delegateId }),
    ...(epicId && { epicId }),
    ...(labels.length > 0 && { labelIds: labels.map(({ id }) => id) }),
    ...(custom && { custom }),
  };
}
