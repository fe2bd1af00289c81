import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** How far the inbox has read the log of a company; changed in the transaction of the entries made of it. */
@Entity('inbox_positions')
@ForeignKey('Company', ['companyId'], ['id'])
export class InboxPosition {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'bigint' })
  position: number;

  /** How often the next rows were begun and never read to their end: their process died. */
  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** The process that reads, and until when it counts as alive. */
  @Column({ type: 'uuid', nullable: true })
  leaseId: string | null;

  @TimestampColumn({ nullable: true })
  leaseUntil: string | null;

  /** So many rows are read one by one: one of them may have killed a process. */
  @Column({ type: 'integer', default: 0 })
  singleReads: number;
}
