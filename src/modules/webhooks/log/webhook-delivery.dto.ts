import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '#common/http/page.query.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { OneOf, Timestamp } from '#common/validation/fields.js';
import { OneOfListParameter, TimestampParameter } from '#common/validation/parameters.js';
import { EVENT_NAMES } from '#modules/event-types/event-types.service.js';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Attempts of a delivery, redeliveries included. */
export const MOST_ATTEMPTS = 50;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export class DeliveriesQuery extends PageQuery {
  /** Only those in these states. */
  @OneOfListParameter(DELIVERY_STATUSES)
  status?: DeliveryStatus[];

  /** Only those of these events. */
  @OneOfListParameter([...EVENT_NAMES, 'ping'])
  event?: string[];

  /** Only those made at this moment or later. */
  @TimestampParameter()
  createdAfter?: string;

  /** Only those made before this moment. */
  @TimestampParameter()
  createdBefore?: string;
}

export class RedeliverFailed {
  /** Which ones: those that were given up. */
  @OneOf('required', ['failed'])
  status: DeliveryStatus;

  /** Those that were made then or later. */
  @Timestamp('required')
  createdAfter: string;
}

export class RedeliveriesResponse {
  /** How many deliveries are attempted once more. */
  @WholeNumber({ minimum: 0 })
  count: number;
}

/** One request to the receiver. */
export class DeliveryAttempt {
  /** The `X-Webhook-Delivery` of the request. */
  @Reference()
  id: string;

  /** When it began. */
  @Moment()
  at: string;

  /** Null when no answer came. */
  @WholeNumber({ nullable: true })
  statusCode: number | null;

  /** Null when the service ended before an answer came. */
  @WholeNumber({ nullable: true })
  durationMs: number | null;

  /** Null when it went well. */
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
}

export class WebhookDeliveryResponse {
  /** The id. */
  @Reference()
  id: string;

  /** The name of the event; `ping` is one, too. */
  event: string;

  /** Whether it is still to be attempted, has arrived, or was given up. */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: DeliveryStatus;

  /** Those that have ended, the oldest first. */
  @ApiProperty({ type: DeliveryAttempt, isArray: true })
  attempts: DeliveryAttempt[];

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** Null when none is to come, or one is under way. */
  @Moment({ nullable: true })
  nextAttemptAt: string | null;
}

export class DeliveryAttemptDetail extends DeliveryAttempt {
  /** The first 2 KiB of the answer, as text; null when no answer came. */
  @ApiProperty({ type: String, nullable: true })
  responseBody: string | null;
}

export class DeliveryRequestResponse {
  /** By name; the webhook's own have the value `***`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  headers: Record<string, string>;

  /** The exact text. */
  body: string;
}

/** A delivery by itself. */
export class WebhookDeliveryDetailResponse extends WebhookDeliveryResponse {
  @ApiProperty({ type: DeliveryAttemptDetail, isArray: true })
  override attempts: DeliveryAttemptDetail[];

  /**
   * What the last attempt sent, as the webhook is now: after a change of its secret or headers they differ from what was
   * sent. Null before the first attempt.
   */
  @ApiProperty({ type: DeliveryRequestResponse, nullable: true })
  request: DeliveryRequestResponse | null;
}
