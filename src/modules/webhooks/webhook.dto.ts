import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Reference, WholeNumber } from '../../common/http/response.decorators.js';
import { Flag, Integer, OneOfArray, TargetUrl, Text, Uuid } from '../../common/validation/decorators.js';
import { EVENT_NAMES } from '../event-types/event-types.service.js';
import type { Webhook } from './webhook.entity.js';
import { HIDDEN_VALUE, WebhookHeaders } from './webhook-headers.js';

const SECRET_LIMITS = { minimum: 1, maximum: 256 };
const MOST_RETRIES = 10;
const LONGEST_DELAY = 3_600;

export class CreateWebhook {
  /** Where events are sent to; a public address, unless the operator allows others. */
  @TargetUrl('required')
  url: string;

  /** At least one. */
  @OneOfArray('required', EVENT_NAMES, 'WebhookEvent')
  events: string[];

  /** Limits it to the events of that project's own things. */
  @Uuid('optional')
  projectId?: string;

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
}

export class UpdateWebhook {
  /** With another scheme, host or port it needs `secret` anew, and drops `headers` that are not given with it. */
  @TargetUrl('changeable')
  url?: string;

  @OneOfArray('changeable', EVENT_NAMES, 'WebhookEvent')
  events?: string[];

  @Uuid('clearable')
  projectId?: string | null;

  /** Required when the scheme, host or port of `url` changes. */
  @Text('changeable', SECRET_LIMITS)
  secret?: string;

  /** An inactive webhook gets nothing; what had been waiting for it is given up. */
  @Flag('changeable')
  active?: boolean;

  /** The whole new set; `***` keeps the value that a header has for this scheme, host and port. */
  @WebhookHeaders('changeable')
  headers?: Record<string, string>;

  @Integer('changeable', 0, MOST_RETRIES)
  retryCount?: number;

  @Integer('changeable', 0, LONGEST_DELAY)
  retryDelay?: number;
}

export class WebhookResponse extends ResourceResponse {
  url: string;

  @ApiProperty({ enum: EVENT_NAMES, enumName: 'WebhookEvent', isArray: true })
  events: string[];

  @Reference({ nullable: true })
  projectId: string | null;

  active: boolean;

  /** Each value is shown as `***`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', enum: [HIDDEN_VALUE] } })
  headers: Record<string, string>;

  @WholeNumber()
  retryCount: number;

  @WholeNumber({ description: 'Seconds' })
  retryDelay: number;
}

export function toWebhookResponse(webhook: Webhook): WebhookResponse {
  const { id, url, events, projectId, active, headerNames, retryCount, retryDelay, createdAt, updatedAt } = webhook;
  const headers = Object.fromEntries(headerNames.map((name) => [name, HIDDEN_VALUE]));
  return { id, url, events, projectId, active, headers, retryCount, retryDelay, createdAt, updatedAt };
}
