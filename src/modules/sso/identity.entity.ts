import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Whom a company's directory knows a user as. */
@Entity('identities')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
@Unique('identities_company_id_issuer_sub', ['companyId', 'issuer', 'sub'])
@Index('identities_user_id', ['companyId', 'userId'])
export class Identity {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  issuer: string;

  @Column({ type: 'text' })
  sub: string;

  @TimestampColumn()
  createdAt: string;

  @TimestampColumn({ nullable: true })
  lastUsedAt: string | null;
}
