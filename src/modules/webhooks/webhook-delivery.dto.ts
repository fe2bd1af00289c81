import { ApiProperty } from '@nestjs/swagger';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One request to the receiver. */
export class DeliveryAttempt {
  /** The `X-Webhook-Delivery` of the request. */
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  at: string;

  /** Null when no answer came. */
  @ApiProperty({ type: 'integer', nullable: true })
  statusCode: number | null;

  /** Null when the service ended before an answer came. */
  @ApiProperty({ type: 'integer', nullable: true })
  durationMs: number | null;

  /** Null when it went well. */
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
}

export class WebhookDeliveryResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  /** The name of the event; `ping` is one, too. */
  event: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: DeliveryStatus;

  /** Those that have ended, the oldest first. */
  @ApiProperty({ type: DeliveryAttempt, isArray: true })
  attempts: DeliveryAttempt[];

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  /** Null when none is to come, or one is under way. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextAttemptAt: string | null;
}
