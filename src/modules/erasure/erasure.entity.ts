import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Someone who is signed out and has no name any more, and of whom something is left elsewhere: gone with that. */
@Entity('erasures')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class Erasure {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** What is looked for. */
  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  /** Whose changes the rest of it are. */
  @Column({ type: 'uuid' })
  requestedById: string;

  @TimestampColumn()
  requestedAt: string;

  /** How often it was begun without getting further: its process died. */
  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** The process that works on it, and until when it counts as alive. */
  @Column({ type: 'uuid', nullable: true })
  leaseId: string | null;

  /** Without a process: when it is tried again. */
  @TimestampColumn({ nullable: true })
  leaseUntil: string | null;

  /** Why nothing more is done about it. */
  @Column({ type: 'text', nullable: true })
  error: string | null;
}
