import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A domain whose addresses a company says are its own. */
@Entity('sso_domains')
@ForeignKey('Company', ['companyId'], ['id'])
export class SsoDomain {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** In lower case. */
  @PrimaryColumn({ type: 'text' })
  name: string;

  /** What the TXT record holds. */
  @Column({ type: 'text' })
  token: string;

  @TimestampColumn({ nullable: true })
  verifiedAt: string | null;
}
