import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { Failure, Skeleton } from './states.tsx';

interface ReadProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** How many lines of its frame are shown while it is read. */
  rows?: number;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** What a query has read: before that its frame, and "Try again" when it cannot be read (console 5.9). */
export function Read<Data>({ query: { data, error, refetch }, rows = 2, className, children }: ReadProps<Data>) {
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton rows={rows} {...(className && { className })} />;
  return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
}
