import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { client } from '../lib/api.ts';
import type { Task } from '../lib/model.ts';
import { projectsQuery } from '../lib/queries.ts';
import { TaskLink } from './task-link.tsx';

const TID = /\b([A-Z][A-Z\d]*-[1-9]\d*)\b/;
/** Of more tasks in one text the rest stands there as it was written. */
const MOST = 50;
const STALE_MS = 60_000;

type Named = readonly Pick<Task, 'tid' | 'title'>[];

/** The tasks that the text around names by their numbers; none within a link. */
export const NamedTasksContext = createContext<Named>([]);

/** Those that the reader reaches: in what was imported, many numbers are of tasks that were not. */
export function useNamedTasks(text: string): Named {
  const { data: projects = [] } = useQuery(projectsQuery);
  const found = new Set(text.match(new RegExp(TID, 'g')));
  const tids = [...found].filter((tid) => projects.some(({ key }) => tid.startsWith(`${key}-`))).slice(0, MOST);
  const { data } = useQuery({
    queryKey: ['named tasks', tids],
    queryFn: ({ signal }) => client.listTasks({ query: { tid: tids, fields: ['tid', 'title'] }, signal }),
    enabled: tids.length > 0,
    staleTime: STALE_MS,
  });
  return data ?? [];
}

/** A text whose numbers of tasks lead to them. */
export function TaskNames({ text }: { text: string }) {
  const named = useContext(NamedTasksContext);
  if (named.length === 0) return text;
  return text.split(TID).map((part, index) => {
    const task = index % 2 === 1 && named.find(({ tid }) => tid === part);
    return task ? (
      <span key={index} title={task.title}>
        <TaskLink tid={part} className="text-accent-text underline underline-offset-2">
          {part}
        </TaskLink>
      </span>
    ) : (
      part
    );
  });
}
