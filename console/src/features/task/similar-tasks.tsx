import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { StatusIcon } from '../../components/marks.tsx';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';

const MOST = 3;
/** Milliseconds after a key until the title is compared. */
const TYPING_MS = 300;

/** Tasks of the project that may be the same as a new one. */
export default function SimilarTasks({ title, projectId }: { title: string; projectId: string }) {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const { data: tasks = [] } = useQuery({
    queryKey: ['similar-tasks', projectId, settled],
    queryFn: ({ signal }) => client.findSimilarTasks({ query: { title: settled, projectId, limit: MOST }, signal }),
    enabled: settled !== '' && projectId !== '',
    ...UNEVENTFUL,
  });
  if (tasks.length === 0 || title.trim() === '') return null;
  return (
    <div className="text-sm">
      <p aria-hidden className="text-muted">
        {taskTexts.page.similar}
      </p>
      <ul aria-label={taskTexts.page.similar}>
        {tasks.map(({ id, tid, title: name, status }) => (
          <li key={id} className="flex min-h-7 items-center gap-2">
            <StatusIcon status={status} />
            <a href={`/tasks/${tid}`} target="_blank" rel="noreferrer" className="min-w-0 truncate hover:underline">
              <span className="mr-1 text-xs text-muted">{tid}</span> {name}
            </a>
            <span className="text-xs whitespace-nowrap text-muted">{status}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
