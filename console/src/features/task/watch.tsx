import { queryOptions, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Read } from '../../components/read.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { TaskPartProps } from './property.tsx';

const watchersQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id, 'watchers'],
    queryFn: ({ signal }) => client.listTaskWatchers({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

/** Whether the reader is told of the task, and who else is. */
export default function Watch({ task }: TaskPartProps) {
  const watchers = useQuery(watchersQuery(task.id));
  const path = { id: task.id };
  const change = async () => {
    const write: Promise<unknown> = task.watching ? client.unwatchTask({ path }) : client.watchTask({ path });
    await write.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await queryClient.invalidateQueries({ queryKey: ['task'] });
  };
  return (
    <Read query={watchers} rows={1}>
      {(people) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button look="quiet" className="-ml-2.5" aria-pressed={task.watching} onClick={() => void change()}>
            <Eye size={14} aria-hidden />
            {task.watching ? taskTexts.page.watching(people.length) : taskTexts.page.watch}
          </Button>
          {people.length > 0 && (
            <ul aria-label={taskTexts.page.watchers} className="flex flex-wrap gap-x-2 text-xs text-muted">
              {people.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Read>
  );
}
