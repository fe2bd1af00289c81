import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** The one import of a company that a process works on. A process that dies lets its lease end. */
@Entity('import_leases')
export class ImportLease {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  importId: string;

  @Column({ type: 'uuid' })
  leaseId: string;

  @TimestampColumn()
  leaseUntil: string;
}
