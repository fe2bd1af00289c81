import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditPart, AuditPersonalData } from './audit-entry.js';

/** Names, addresses and the like of one person in one entry, until the person is erased. */
@Entity('audit_people')
@Index('audit_people_person', ['companyId', 'personId'])
export class AuditPerson {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** That of the entry. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @PrimaryColumn({ type: 'text' })
  part: AuditPart;

  @Column({ type: 'uuid', nullable: true })
  personId: string | null;

  @Column({ type: 'text' })
  salt: string;

  /** `json` keeps the text as it was written. */
  @Column({ type: 'json' })
  data: AuditPersonalData;
}
