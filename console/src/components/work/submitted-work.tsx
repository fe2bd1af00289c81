import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../states.tsx';
import { WorkDetails } from './work-details.tsx';
import { workQuery } from './work-queries.ts';

/** What a work has handed in, where only its id is known. */
export function SubmittedWork({ taskId, id }: { taskId: string; id: string }) {
  const { data: work, error } = useQuery(workQuery(taskId, id));
  if (error) return null;
  return work ? <WorkDetails work={work} /> : <Skeleton rows={1} />;
}
