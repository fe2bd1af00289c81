import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../common/database/timestamp.column.js';

/** What the directory of the company says of a user, besides what everyone sees. */
@Entity('scim_users')
@Index('scim_users_external_id', ['companyId', 'externalId'])
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ScimUser {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** The directory's own id. */
  @Column({ type: 'text', nullable: true })
  externalId: string | null;

  /** When the directory deleted the user, who does not exist for it until they are active again. */
  @TimestampColumn({ nullable: true })
  removedAt: string | null;
}
