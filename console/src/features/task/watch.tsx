import { queryOptions, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { bare, client, messageOf } from '../../lib/api.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { showToast } from '../../lib/toasts.ts';

const watchersQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id, 'watchers'],
    queryFn: ({ signal }) => bare<{ id: string; name: string }>(client.listTaskWatchers({ path: { id }, signal })),
    ...UNEVENTFUL,
  });

/** Whether the reader is told of the task, and who else is. */
export function Watch({ task }: { task: TaskDetail }) {
  const { data: watchers = [] } = useQuery(watchersQuery(task.id));
  const path = { id: task.id };
  const change = async () => {
    const write: Promise<unknown> = task.watching ? client.unwatchTask({ path }) : client.watchTask({ path });
    await write.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await queryClient.invalidateQueries({ queryKey: ['task'] });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button aria-pressed={task.watching} onClick={() => void change()}>
        <Eye size={14} aria-hidden />
        {task.watching ? workTexts.task.watching(watchers.length) : workTexts.task.watch}
      </Button>
      {watchers.length > 0 && (
        <ul aria-label={workTexts.task.watchers} className="flex flex-wrap gap-x-2 text-xs text-muted">
          {watchers.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
