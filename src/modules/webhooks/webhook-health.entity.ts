import { Column, Entity, ForeignKey, PrimaryColumn, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** How the receiver of the webhook of the same id has answered of late. Workers write it. */
@Entity('webhook_health')
@Index('webhook_health_failing', { synchronize: false })
@ForeignKey('Webhook', ['companyId', 'id'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class WebhookHealth {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @TimestampColumn({ nullable: true })
  lastSuccessAt: string | null;

  @TimestampColumn({ nullable: true })
  lastFailureAt: string | null;

  /** The first failure after the last success. */
  @TimestampColumn({ nullable: true })
  failingSince: string | null;

  /** Since then. */
  @Column({ type: 'integer', default: 0 })
  failedAttempts: number;
}
