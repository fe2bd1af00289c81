import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The end of a company's chain, so that a cut end is found, too. */
@Entity('audit_heads')
@ForeignKey('Company', ['companyId'], ['id'])
export class AuditHead {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** Of the newest entry; the first one has 1. */
  @Column({ type: 'bigint' })
  position: number;

  @Column({ type: 'text' })
  hash: string;

  /** Of the newest entry that retention has dropped; 0 while it has dropped none. */
  @Column({ type: 'bigint', default: 0 })
  keptAfter: number;

  /** The hash of that entry; null when it is not known. */
  @Column({ type: 'text', nullable: true })
  keptAfterHash: string | null;
}
