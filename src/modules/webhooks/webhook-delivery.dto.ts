import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '../../common/http/response.decorators.js';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One request to the receiver. */
export class DeliveryAttempt {
  /** The `X-Webhook-Delivery` of the request. */
  @Reference()
  id: string;

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
  @Reference()
  id: string;

  /** The name of the event; `ping` is one, too. */
  event: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: DeliveryStatus;

  /** Those that have ended, the oldest first. */
  @ApiProperty({ type: DeliveryAttempt, isArray: true })
  attempts: DeliveryAttempt[];

  @Moment()
  createdAt: string;

  /** Null when none is to come, or one is under way. */
  @Moment({ nullable: true })
  nextAttemptAt: string | null;
}
