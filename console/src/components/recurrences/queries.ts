import { queryOptions } from '@tanstack/react-query';
import type { PreviewSchedule, RecurrenceResponse } from 'project-management-sdk';
import { client } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';

export type Recurrence = RecurrenceResponse;

const KEY = 'recurrences';

/** Those of a project, by name. */
export const recurrencesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [KEY, 'of', projectId],
    queryFn: ({ signal }) => client.listRecurrences({ query: { projectId: [projectId] }, signal }),
    ...UNEVENTFUL,
  });

export const recurrenceQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => client.getRecurrence({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

/** When a schedule would make tasks, and its words. */
export const previewQuery = (body: PreviewSchedule) =>
  queryOptions({
    queryKey: [KEY, 'preview', body],
    queryFn: ({ signal }) => client.previewSchedule({ body, signal }),
    retry: false,
  });

export const refreshRecurrences = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });
