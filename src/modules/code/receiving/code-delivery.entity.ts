import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { ForgeEvent } from '../forges/forge-event.js';

/** What a forge has sent. */
@Entity('code_deliveries')
@Unique('code_deliveries_delivery', ['companyId', 'connectionId', 'deliveryId'])
@Index('code_deliveries_list', ['companyId', 'connectionId', 'at', 'id'])
@Index('code_deliveries_pending', ['leaseUntil'], { where: "status = 'pending'" })
@Index('code_deliveries_at', ['at'])
@ForeignKey('CodeConnection', ['companyId', 'connectionId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CodeDelivery {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  connectionId: string;

  /** The forge's own name of it, or the hash of its body. */
  @Column({ type: 'text' })
  deliveryId: string;

  @Column({ type: 'text' })
  event: string;

  @TimestampColumn()
  at: string;

  @Column({ type: 'text' })
  status: 'pending' | 'applied' | 'ignored';

  /** Why it is ignored. */
  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ type: 'text', array: true })
  tids: string[];

  /** What it tells, until that is applied. */
  @Column({ type: 'jsonb', nullable: true })
  events: readonly ForgeEvent[] | null;

  @Column({ type: 'uuid', nullable: true })
  leaseId: string | null;

  @TimestampColumn({ nullable: true })
  leaseUntil: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts: number;
}
