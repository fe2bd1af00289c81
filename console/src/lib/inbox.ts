import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InboxEntryResponse } from 'project-management-sdk';
import { client } from './api.ts';
import { UNEVENTFUL } from './query-client.ts';

export type Entry = InboxEntryResponse;

/** How much is open in the reader's inbox; the live stream keeps it. */
export const inboxCountQuery = queryOptions({
  queryKey: ['inbox-count'],
  queryFn: ({ signal }) => client.countInbox({ signal }),
  ...UNEVENTFUL,
});

/** As far as it is known: nobody is asked where nobody has signed in. */
export function useUnread(): number {
  const { data } = useQuery({ ...inboxCountQuery, enabled: false });
  return data?.unread ?? 0;
}
