import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query';

type Pages = InfiniteQueryObserverResult<InfiniteData<unknown>>;

/** A list is read anew so often at most before its next page is given up; whoever wants it asks again. */
const MOST_TRIES = 10;

/** Reads the next page of a list. What has the list read anew meanwhile, as an event does, neither prevents it nor is prevented. */
export async function readNextPage(
  read: InfiniteData<unknown> | undefined,
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Pages>,
): Promise<void> {
  const before = read?.pages.length ?? 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return;
  }
}
