import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import type { Task } from '../../lib/model.ts';
import { unscheduledQuery } from './queries.ts';

export interface UnscheduledPages {
  tasks: readonly Task[];
  /** Undefined until it is known. */
  total: number | undefined;
  hasMore: boolean;
  isReading: boolean;
  error: Error | null;
  retry: () => void;
  readMore: () => void;
}

/** The open tasks that are due at no time, a page after the other as they are asked for. */
export function useUnscheduled(shown: ShownTasks): UnscheduledPages {
  const [count, setCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, number) => unscheduledQuery(shown, number)),
  });
  const read = pages.map(({ data }) => data);
  const tasks = useMemo(() => read.flatMap((page) => page?.data ?? []), read);
  const total = read[0]?.meta.pagination.total;
  return {
    tasks,
    total,
    hasMore: (read.at(-1)?.meta.pagination.totalPages ?? 0) > count,
    isReading: pages.some(({ isLoading }) => isLoading),
    error: pages.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => pages.forEach(({ refetch }) => void refetch()),
    readMore: () => setCount(count + 1),
  };
}
