import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/** A calendar that a program reads by its address, as the user who made it: of a view, of a project, or else of their own tasks. */
@Entity('calendar_feeds')
@Unique('calendar_feeds_token_hash', ['companyId', 'tokenHash'])
@Index('calendar_feeds_user', ['companyId', 'userId'])
@Index('calendar_feeds_view', ['companyId', 'viewId'], { where: 'view_id IS NOT NULL' })
@Index('calendar_feeds_project', ['companyId', 'projectId'], { where: 'project_id IS NOT NULL' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
@ForeignKey('View', ['companyId', 'viewId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CalendarFeed extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'uuid', nullable: true })
  viewId: string | null;

  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** SHA-256 of the token, which is stored nowhere. */
  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  @TimestampColumn({ nullable: true })
  lastReadAt: string | null;
}
