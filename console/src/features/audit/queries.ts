import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ListAuditLogData } from 'project-management-sdk';
import type { Search } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { audit as words } from '../../lib/texts/audit.texts.ts';
import { showToast } from '../../lib/toasts.ts';

const PAGE = 50;

export type Filters = Pick<
  NonNullable<ListAuditLogData['query']>,
  'action' | 'actorId' | 'createdAfter' | 'createdBefore'
>;

/** What the address filters by, whatever that is: the service refuses what it does not know. The days are the reader's own, and the last of them counts to its end. */
export function filtersOf({ action, actorId, createdAfter, createdBefore }: Search): Filters {
  return {
    ...(action && { action: [action] as Filters['action'] }),
    ...(actorId && { actorId }),
    ...momentOf('createdAfter', createdAfter, 0),
    ...momentOf('createdBefore', createdBefore, 1),
  };
}

function momentOf(name: 'createdAfter' | 'createdBefore', day: string | undefined, daysLater: number) {
  const [year = NaN, month = NaN, date = NaN] = (day ?? '').split('-').map(Number);
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? {} : { [name]: moment.toISOString() };
}

export const auditQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filters],
    queryFn: ({ pageParam, signal }) =>
      client.listAuditLog({
        query: { ...filters, cursor: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta: { next } }) => next,
  });

export async function downloadAuditLog(filters: Filters): Promise<void> {
  try {
    const csv: unknown = await client.listAuditLog({ query: filters, headers: { Accept: 'text/csv' } });
    saveCsv(words.title, String(csv));
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
  }
}
