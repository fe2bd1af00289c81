import { createHmac } from 'node:crypto';
import { utf8Bytes } from '#common/http/utf8-bytes.js';
import { headerNameProblem } from '#core/outbound/header-rules.js';
import type { OutboundRequest } from '#core/outbound/outbound-http.js';
import { digestInTurns } from '#core/secrets/digest-in-turns.js';
import { standardSignature } from '#core/secrets/standard-signature.js';

/** Milliseconds that a receiver has. */
export const ATTEMPT_TIMEOUT = 30_000;

const USER_AGENT = 'Project-Management-Service-Webhooks';

/** What the body of a delivery is made of. */
export interface DeliveryContent {
  readonly event: string;
  readonly occurredAt: string;
  /** Of its event, JSON as it was written with the change. */
  readonly data: string | null;
  /** Of a ping or a test, in place of all the others. */
  readonly body: string | null;
}

/** One attempt of a delivery. */
export interface DeliveryAttemptContent extends DeliveryContent {
  readonly eventId: string;
  readonly webhookId: string;
  /** Who made the change, as `user:<id>`, `colleague:<id>`, `recurrence:<id>` or `integration:<id>`; null for the service itself. */
  readonly actor: string | null;
  /** Also the id of the attempt. */
  readonly claimId: string;
  /** When it begins. */
  readonly at: string;
}

/** What the webhook adds. */
export interface WebhookSignature {
  /** The present secret, and the previous one while it is valid. */
  readonly secrets: readonly [present: string, ...previous: string[]];
  readonly headers: Readonly<Record<string, string>>;
}

/** A function of the event, so that it is the same bytes at every attempt. */
function deliveryBody({ event, occurredAt, data, body }: DeliveryContent): string {
  return body ?? `{"event":${JSON.stringify(event)},"timestamp":"${occurredAt}","data":${data}}`;
}

/** What is sent. */
export async function deliveryRequest(
  content: DeliveryAttemptContent,
  webhook: WebhookSignature,
): Promise<OutboundRequest> {
  const body = await utf8Bytes([deliveryBody(content)]);
  return { body, timeoutMs: ATTEMPT_TIMEOUT, headers: await deliveryHeaders(content, webhook, body) };
}

/** The webhook's own headers, those of this service, and those of Standard Webhooks. */
async function deliveryHeaders(
  { event, eventId, webhookId, actor, claimId, occurredAt, at }: DeliveryAttemptContent,
  { secrets, headers }: WebhookSignature,
  body: Buffer,
): Promise<Record<string, string>> {
  const timestamp = Math.floor(Date.parse(at) / 1_000);
  const sign = (secret: string) => standardSignature(secret, eventId, timestamp, body);
  const signatures = await Promise.all(secrets.map(sign));
  return {
    ...ownHeaders(headers),
    'Content-Type': 'application/json',
    'X-Webhook-Signature': `sha256=${await digestInTurns(createHmac('sha256', secrets[0]), body, 'hex')}`,
    'X-Webhook-Event': event,
    'X-Webhook-Event-Id': eventId,
    'X-Webhook-Delivery': claimId,
    'X-Webhook-Timestamp': occurredAt,
    'X-Webhook-Id': webhookId,
    'X-Webhook-Actor': actor ?? 'system',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** Without those that were not reserved yet when they were given. */
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => headerNameProblem(name) === undefined);
  const hasUserAgent = own.some(([name]) => name.toLowerCase() === 'user-agent');
  return { ...(!hasUserAgent && { 'User-Agent': USER_AGENT }), ...Object.fromEntries(own) };
}
