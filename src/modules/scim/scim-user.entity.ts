import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

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

  /** The name that people saw when the directory last sent names: once it differs, these are of no account. */
  @Column({ type: 'text', nullable: true })
  shownName: string | null;

  @Column({ type: 'text', nullable: true })
  displayName: string | null;

  @Column({ type: 'text', nullable: true })
  formatted: string | null;

  @Column({ type: 'text', nullable: true })
  givenName: string | null;

  @Column({ type: 'text', nullable: true })
  familyName: string | null;

  /** When the directory deleted the user, who does not exist for it until they are active again. */
  @TimestampColumn({ nullable: true })
  removedAt: string | null;
}
