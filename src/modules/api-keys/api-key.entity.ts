import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/** What is known of a key; its hash stands in `ApiKeyHash` while it is not revoked. */
@Entity('api_keys')
@Index('api_keys_user', ['companyId', 'userId'])
@Index('api_keys_colleague', ['companyId', 'colleagueId'], { where: 'colleague_id IS NOT NULL' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ApiKey extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  userId: string;

  /** The virtual colleague whose key it is. No foreign key: it outlives the colleague, revoked. */
  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  @Column({ type: 'text' })
  name: string;

  /** `svc_live_` and 4 characters more. */
  @Column({ type: 'text' })
  prefix: string;

  @Column({ type: 'bigint' })
  requestCount: number;

  @TimestampColumn({ nullable: true })
  lastUsedAt: string | null;

  @TimestampColumn({ nullable: true })
  revokedAt: string | null;
}
