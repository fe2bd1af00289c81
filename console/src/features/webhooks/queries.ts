import { queryOptions } from '@tanstack/react-query';
import { client, itemsOf } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => client.listWebhooks({ signal }),
  ...UNEVENTFUL,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => client.getWebhook({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

const MOST = 100;
const PENDING_MS = 2_000;

export const deliveriesQuery = (id: string, filters: { status?: string; event?: string }) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', filters],
    queryFn: ({ signal }) => {
      const query = { page: 1, limit: MOST, ...named('status', filters.status), ...named('event', filters.event) };
      return itemsOf(client.listWebhookDeliveries({ path: { id }, query, signal }));
    },
    refetchOnWindowFocus: 'always',
    // What is under way is looked at until it is not.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? PENDING_MS : UNEVENTFUL.refetchInterval,
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', deliveryId],
    queryFn: ({ signal }) => client.getWebhookDelivery({ path: { id, deliveryId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: ({ signal }) => client.listEventTypes({ signal }),
  staleTime: Infinity,
});

const named = (name: string, value: string | undefined): object => (value ? { [name]: [value] } : {});

export const refreshWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
