import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { LinkType } from '#schema/task-links.js';

/** Two tasks that have to do with each other, the one with the lesser id first. */
@Entity('task_links')
@Index('task_links_pair', ['companyId', 'firstId', 'secondId', 'type'], { unique: true })
@Index('task_links_second', ['companyId', 'secondId'])
@Index('task_links_duplicate', ['companyId', 'duplicateId'], { where: 'duplicate_id IS NOT NULL' })
@ForeignKey('Task', ['companyId', 'firstId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Task', ['companyId', 'secondId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskLink {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  type: LinkType;

  @Column({ type: 'uuid' })
  firstId: string;

  @Column({ type: 'uuid' })
  secondId: string;

  /** Which of the two is the duplicate of the other; null of other types. */
  @Column({ type: 'uuid', nullable: true })
  duplicateId: string | null;

  @TimestampColumn()
  createdAt: string;
}
