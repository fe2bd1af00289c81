import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { findTasks } from '../lib/find-tasks.ts';
import { fits } from '../lib/fits.ts';
import type { Task } from '../lib/model.ts';

const MOST = 8;

export const nameOf = ({ tid, title }: Pick<Task, 'tid' | 'title'>): string => `${tid} ${title}`;

interface Wanted {
  /** Undefined: nothing is looked for yet. */
  text: string | undefined;
  not: readonly string[];
  /** Only tasks of this project. */
  projectId?: string;
  /** Those of this project come first. */
  firstOf?: string;
}

/**
 * The first few tasks whose title or number has the text. Until the answer to it is here, the one before gives only
 * those that fit: Enter may come first.
 */
export function useFoundTasks({ text, not, projectId, firstOf }: Wanted): Task[] {
  const typed = text?.trim();
  const search = useDeferredValue(typed);
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: ['tasks', 'find', projectId, firstOf, search],
    queryFn: ({ signal }) => findTasks(search ?? '', { limit: MOST + not.length, projectId, firstOf, signal }),
    enabled: search !== undefined,
    placeholderData: (before) => before,
  });
  const isAnswered = search === typed && !isPlaceholderData;
  const isFit = (task: Task) => isAnswered || fits(nameOf(task), typed ?? '');
  return data.filter((task) => !not.includes(task.id) && isFit(task)).slice(0, MOST);
}
