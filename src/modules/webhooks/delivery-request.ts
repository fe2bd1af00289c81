import { createHmac } from 'node:crypto';
import type { OutboundRequest } from '../../core/outbound/outbound-http.js';
import type { ClaimedDelivery } from './delivery-queue.js';

/** Milliseconds that a receiver has (service.md "Delivery"). */
export const ATTEMPT_TIMEOUT = 30_000;

const USER_AGENT = 'Project-Management-Service-Webhooks';

/** What is sent: a function of the event and the webhook, so that the body is the same bytes at every attempt. */
export function deliveryRequest(
  { claimId, event, eventId, occurredAt, data }: ClaimedDelivery & { occurredAt: string; data: string },
  secret: string,
  headers: Readonly<Record<string, string>>,
): OutboundRequest {
  const body = Buffer.from(`{"event":${JSON.stringify(event)},"timestamp":"${occurredAt}","data":${data}}`);
  const hasUserAgent = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return {
    body,
    timeoutMs: ATTEMPT_TIMEOUT,
    headers: {
      ...(!hasUserAgent && { 'User-Agent': USER_AGENT }),
      ...headers,
      'Content-Type': 'application/json',
      'X-Webhook-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'X-Webhook-Event': event,
      'X-Webhook-Event-Id': eventId,
      'X-Webhook-Delivery': claimId,
      'X-Webhook-Timestamp': occurredAt,
    },
  };
}
