import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '../../common/database/timestamp.column.js';
import { CompanyScopedEntity } from '../../core/company-scope/company-scoped.entity.js';

/** What is known of a key; its hash stands in `ApiKeyHash` while it is not revoked. */
@Entity('api_keys')
@Index('api_keys_user', ['companyId', 'userId'])
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ApiKey extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  userId: string;

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
