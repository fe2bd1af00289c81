import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListInboxData } from 'project-management-sdk';
import { client, messageOf } from '../../lib/api.ts';
import { type Entry, inboxCountQuery } from '../../lib/inbox.ts';
import { queryClient } from '../../lib/query-client.ts';
import { inbox as words } from '../../lib/texts/inbox.texts.ts';
import { showToast } from '../../lib/toasts.ts';

const PAGE = 100;

type Query = NonNullable<ListInboxData['query']>;

export const entriesQuery = (state: string, reason: string) =>
  infiniteQueryOptions({
    queryKey: ['inbox', state, reason],
    queryFn: ({ pageParam, signal }) => {
      // Whatever the address says: the service refuses what it does not know.
      const asked = { state, ...(reason && { reason: [reason] }) } as Pick<Query, 'state' | 'reason'>;
      return client.listInbox({ query: { ...asked, cursor: pageParam, limit: PAGE }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ meta: { next } }) => next,
    placeholderData: keepPreviousData,
  });

/** One that is open beside the list stays, when it leaves the list. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'entry', id],
    queryFn: ({ signal }) => client.getInboxEntry({ path: { id }, signal }),
  });

/** What the reader calls an entry. */
const nameOf = ({ task, thing }: Entry): string => (task ? task.tid : thing.name);

async function refreshInbox(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind === 'inbox' || kind === inboxCountQuery.queryKey[0],
  });
}

type Change = Partial<Pick<Entry, 'unread' | 'done' | 'snoozedUntil'>>;

/** Shows the change at once: a key that is pressed before the answer must not undo it. */
function showChange(id: string, change: Change): void {
  const after = change.done ? { ...change, unread: false } : change;
  const changed = (entry: Entry): Entry => (entry.id === id ? { ...entry, ...after } : entry);
  queryClient.setQueriesData<Entry | InfiniteData<{ data: Entry[] }>>({ queryKey: ['inbox'] }, (shown) =>
    shown && 'pages' in shown
      ? { ...shown, pages: shown.pages.map((page) => ({ ...page, data: page.data.map(changed) })) }
      : shown && changed(shown),
  );
}

export async function changeEntry({ id }: Entry, body: Change): Promise<boolean> {
  showChange(id, body);
  try {
    await client.updateInboxEntry({ path: { id }, body });
    return true;
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
    return false;
  } finally {
    await refreshInbox();
  }
}

/** Changes it, and offers to take that back. */
async function changeWithUndo(entry: Entry, change: Change, text: string): Promise<void> {
  const { unread, done, snoozedUntil } = entry;
  const undo = () => void changeEntry(entry, { done, unread, snoozedUntil });
  if (await changeEntry(entry, change)) showToast(text, { undo });
}

export const finish = (entry: Entry): Promise<void> =>
  changeWithUndo(entry, { done: true }, words.isDone(nameOf(entry)));

export const snooze = (entry: Entry, until: Date): Promise<void> => {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(until);
  return changeWithUndo(entry, { snoozedUntil: until.toISOString() }, words.isSnoozed(nameOf(entry), when));
};

/** Of what is shown: nothing that came meanwhile. */
export async function changeAll(how: 'read' | 'done', entries: readonly Entry[], reason: string): Promise<void> {
  const before = entries[0]?.updatedAt;
  if (before === undefined) return;
  const body = { before, ...(reason && { reason: reason as Entry['reasons'][number] }) };
  try {
    await (how === 'read' ? client.readInbox({ body }) : client.finishInbox({ body }));
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
  await refreshInbox();
}
