import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** The one run of a colleague. A process that does not find its own run here has lost the lease, and writes nothing. */
@Entity('virtual_colleague_leases')
@Index('virtual_colleague_leases_until', ['leaseUntil'])
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueLease {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  colleagueId: string;

  @Column({ type: 'uuid' })
  runId: string;

  /** By the clock of the database. Past it, the process that ran it counts as dead. */
  @TimestampColumn()
  leaseUntil: string;
}
