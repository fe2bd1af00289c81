import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction } from './audit-entry.js';

/** An entry of the audit log. A trigger refuses to change or delete it. Without foreign keys: it outlives all. */
@Entity('audit_entries')
@Index('audit_entries_position', ['companyId', 'position'])
export class AuditEntry {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'bigint' })
  position: number;

  @Column({ type: 'text' })
  hash: string;

  /** A `StoredAuditEntry` in canonical JSON: the text that is hashed. */
  @Column({ type: 'text' })
  entry: string;

  /** What lists are filtered by. `verify` compares these columns with the text. */
  @Column({ type: 'text' })
  action: AuditAction;

  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  @Column({ type: 'uuid', nullable: true })
  targetId: string | null;
}
