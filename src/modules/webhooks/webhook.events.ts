import type { EventGroup } from '#core/events/event.hooks.js';
import { WebhookResponse } from './webhook.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    ping: WebhookResponse;
  }
}

const EXAMPLE: WebhookResponse = {
  id: '019df252-5b80-7000-8000-000000000901',
  url: 'https://example.com/hook',
  events: ['task.created', 'task.completed'],
  projectId: null,
  filter: null,
  broken: false,
  active: true,
  headers: { Authorization: '***' },
  retryCount: 3,
  retryDelay: 30,
  backoff: false,
  disabledReason: null,
  disabledAt: null,
  health: { lastSuccessAt: '2026-05-04T09:00:00.000Z', lastFailureAt: null, failingSince: null },
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-01T08:00:00.000Z',
};

export const WEBHOOK_EVENTS: EventGroup = {
  resource: { dto: WebhookResponse, example: EXAMPLE },
  events: { ping: { description: 'Someone asks for it with POST /webhooks/{id}/ping; the data is the webhook' } },
  areSentAlone: true,
};
