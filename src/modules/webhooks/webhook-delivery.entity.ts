import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { DeliveryAttempt, DeliveryStatus } from './log/webhook-delivery.dto.js';

/** An event on its way to a webhook. The statement that writes the events makes them, pings and tests apart. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_webhook', ['companyId', 'webhookId', 'createdAt', 'id'])
@Index('webhook_deliveries_due', { synchronize: false })
@Index('webhook_deliveries_waiting', { synchronize: false })
export class WebhookDelivery {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  webhookId: string;

  @Column({ type: 'uuid' })
  eventId: string;

  @Column({ type: 'text' })
  event: string;

  /** Of a ping or a test, which are no events of the company: the whole body. */
  @Column({ type: 'text', nullable: true })
  body: string | null;

  /** Who asked for that. */
  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  @Column({ type: 'text' })
  status: DeliveryStatus;

  @Column({ type: 'jsonb' })
  attempts: DeliveryAttempt[];

  /** What the receiver answered, by the id of the attempt; nothing for an empty answer. */
  @Column({ type: 'jsonb', default: {} })
  answers: Record<string, string>;

  /** Until it counts as failed. */
  @Column({ type: 'integer' })
  attemptsLeft: number;

  /** Whether one more attempt is to follow the one that is under way. */
  @Column({ type: 'boolean', default: false })
  redeliveryAsked: boolean;

  /** Null when it is finished. While it is claimed: when the claim has run out, and others may claim it. */
  @TimestampColumn({ nullable: true })
  nextAttemptAt: string | null;

  /** Who may record the outcome; it is also the id of the attempt. Null when no one has claimed it. */
  @Column({ type: 'uuid', nullable: true })
  claimId: string | null;

  @TimestampColumn({ nullable: true })
  claimedAt: string | null;

  @TimestampColumn()
  createdAt: string;
}
