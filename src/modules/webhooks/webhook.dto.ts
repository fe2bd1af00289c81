import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { AnyString, Flag, Integer, OneOf, OneOfArray, TargetUrl, Text, Uuid } from '#common/validation/fields.js';
import { EVENT_NAMES } from '#modules/event-types/event-types.service.js';
import type { Webhook } from './webhook.entity.js';
import { HIDDEN_VALUE, WebhookHeaders } from './settings/webhook-headers.js';
import { SUBSCRIPTIONS } from './settings/webhook-subscriptions.js';
import type { ReadBack } from '#core/http/read-back.js';

const SECRET_LIMITS = { minimum: 1, maximum: 256 };
const MOST_RETRIES = 10;
const LONGEST_DELAY = 3_600;
const MOST_HOURS = 168;

export class CreateWebhook {
  /** Where events are sent to; a public address, unless the operator allows others. */
  @TargetUrl('required')
  url: string;

  /** At least one. `task.*` are all events of tasks, `*` all there are when they come. */
  @OneOfArray('required', SUBSCRIPTIONS, 'WebhookEvent')
  events: string[];

  /** Limits it to the events of that project's own things. */
  @Uuid('optional')
  projectId?: string;

  /** Of `task.*` events, those whose task matches this filter after the change; default all. `me` is who writes it. */
  @AnyString('optional')
  filter?: string;

  /** Signs each delivery; never shown again. */
  @Text('required', SECRET_LIMITS)
  secret: string;

  /** Default true. */
  @Flag('optional')
  active?: boolean;

  /** Sent in addition; the values are never shown again. */
  @WebhookHeaders('optional')
  headers?: Record<string, string>;

  /** Attempts after the first, default 3. */
  @Integer('optional', 0, MOST_RETRIES)
  retryCount?: number;

  /** Seconds between attempts, default 30. */
  @Integer('optional', 0, LONGEST_DELAY)
  retryDelay?: number;

  /** Whether `retryDelay` doubles from attempt to attempt of a delivery, up to 24 hours; default false. */
  @Flag('optional')
  backoff?: boolean;
}

export class UpdateWebhook {
  /** With another scheme, host or port it needs `secret` anew, and drops `headers` that are not given with it. */
  @TargetUrl('changeable')
  url?: string;

  /** Names of the events that it hears of; `task.*` and `*` stand for what exists when an event comes. */
  @OneOfArray('changeable', SUBSCRIPTIONS, 'WebhookEvent')
  events?: string[];

  /** The project whose events alone it hears of; null for all. */
  @Uuid('clearable')
  projectId?: string | null;

  /** The filter that tasks of `task.*` events must match; null for all. `"(deleted)"` in its place stays what it was. */
  @AnyString('clearable')
  filter?: string | null;

  /** Required when the scheme, host or port of `url` changes. The previous one of a rotation signs no more. */
  @Text('changeable', SECRET_LIMITS)
  secret?: string;

  /**
   * An inactive webhook gets nothing; what had been waiting for it is given up. `true` also clears `disabledReason`,
   * `disabledAt` and `health`.
   */
  @Flag('changeable')
  active?: boolean;

  /** The whole new set; `***` keeps the value that a header has for this scheme, host and port. */
  @WebhookHeaders('changeable')
  headers?: Record<string, string>;

  /** Attempts after the first one. */
  @Integer('changeable', 0, MOST_RETRIES)
  retryCount?: number;

  /** Seconds between two attempts. */
  @Integer('changeable', 0, LONGEST_DELAY)
  retryDelay?: number;

  /** Whether the pause doubles from attempt to attempt, up to 24 h. */
  @Flag('changeable')
  backoff?: boolean;
}

export class PingWebhook {
  /** Sends the example of this event, marked `"test": true`, in place of a ping. */
  @OneOf('optional', EVENT_NAMES, 'EventName')
  event?: (typeof EVENT_NAMES)[number];
}

export class RotateSecret {
  /** The new secret; left out, one is made. */
  @Text('optional', SECRET_LIMITS)
  secret?: string;

  /** How many hours the previous secret goes on to sign, too, default 24. */
  @Integer('optional', 0, MOST_HOURS)
  keepPreviousHours?: number;
}

export class RotatedSecretResponse {
  /** The secret that was made, shown this once; null when one was given. */
  @ApiProperty({ type: String, nullable: true })
  secret: string | null;

  /** Until when deliveries are signed with the previous secret, too; null when they are not. */
  @Moment({ nullable: true })
  previousValidUntil: string | null;
}

export class WebhookHealthResponse {
  /** When a delivery last arrived; null when none has. */
  @Moment({ nullable: true })
  lastSuccessAt: string | null;

  /** When an attempt last failed; null when none has. */
  @Moment({ nullable: true })
  lastFailureAt: string | null;

  /** The first failure after the last success. */
  @Moment({ nullable: true })
  failingSince: string | null;
}

const NO_HEALTH: WebhookHealthResponse = { lastSuccessAt: null, lastFailureAt: null, failingSince: null };

export class WebhookResponse extends ResourceResponse {
  /** Where deliveries are sent. */
  url: string;

  /** Names of the events that it hears of; `task.*` and `*` stand for what exists when an event comes. */
  @ApiProperty({ enum: SUBSCRIPTIONS, enumName: 'WebhookEvent', isArray: true })
  events: string[];

  /** The project whose events alone it hears of; null for all. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** The filter that tasks of `task.*` events match: canonical text with the present names; null for all. */
  @ApiProperty({ type: String, nullable: true })
  filter: string | null;

  /** The filter names something that has been deleted. */
  broken: boolean;

  /** False: nothing is delivered. */
  active: boolean;

  /** Each value is shown as `***`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', pattern: '^\\*{3}$' } })
  headers: Record<string, string>;

  /** Attempts after the first one. */
  @WholeNumber()
  retryCount: number;

  @WholeNumber({ description: 'Seconds' })
  retryDelay: number;

  /** Whether `retryDelay` doubles from attempt to attempt. */
  backoff: boolean;

  /** Why the service has switched it off; null when it has not. */
  @ApiProperty({ type: String, nullable: true })
  disabledReason: string | null;

  /** When it was switched off; null while it is not. */
  @Moment({ nullable: true })
  disabledAt: string | null;

  /** How its receiver has answered, up to a second ago. */
  health: WebhookHealthResponse;
}

export const WEBHOOK_READ_BACK: ReadBack<WebhookResponse, UpdateWebhook> = {
  id: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  health: 'any',
  disabledAt: 'any',
  disabledReason: 'any',
  broken: 'any',
};

/** `shown` is the filter as the reader sees it. */
export function toWebhookResponse(
  webhook: Webhook,
  shown: Pick<WebhookResponse, 'filter' | 'broken'>,
  health = NO_HEALTH,
): WebhookResponse {
  const { id, url, events, projectId, active, headerNames, retryCount, retryDelay, backoff } = webhook;
  const { disabledReason, disabledAt, createdAt, updatedAt } = webhook;
  const { lastSuccessAt, lastFailureAt, failingSince } = health;
  return {
    id,
    url,
    events,
    projectId,
    filter: shown.filter,
    broken: shown.broken,
    active,
    headers: Object.fromEntries(headerNames.map((name) => [name, HIDDEN_VALUE])),
    retryCount,
    retryDelay,
    backoff,
    disabledReason,
    disabledAt,
    health: { lastSuccessAt, lastFailureAt, failingSince },
    createdAt,
    updatedAt,
  };
}
