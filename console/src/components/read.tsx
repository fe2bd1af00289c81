import type { ReactNode } from 'react';
import { texts } from '../lib/texts.ts';
import { messageOf } from '../lib/api.ts';
import { Failure, Skeleton } from './states.tsx';

interface ReadProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** How many lines of its frame are shown while it is read. */
  rows?: number;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** What a query has read: before that its frame, and "Try again" when it cannot be read. */
export function Read<Data>({ query: { data, error, refetch }, rows = 2, className, children }: ReadProps<Data>) {
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton rows={rows} {...(className && { className })} />;
  return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
}

/** In the place of a number that is not known yet, which is never shown as 0. */
export function UnknownNumber({ isWide = false }: { isWide?: boolean }) {
  return (
    <span
      role="img"
      aria-label={texts.common.loading}
      className={isWide ? 'h-4 w-full animate-pulse rounded-sm bg-hover' : 'h-4 w-12 animate-pulse rounded-sm bg-hover'}
    />
  );
}
