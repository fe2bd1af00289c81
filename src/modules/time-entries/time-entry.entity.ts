import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/** Hours that a user has spent on a task. */
@Entity('time_entries')
@Index('time_entries_task', ['companyId', 'taskId', 'createdAt', 'id'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class TimeEntry extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'uuid' })
  userId: string;

  /** The virtual colleague whose key it was logged with. */
  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  @Column({ type: 'numeric' })
  hours: number;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @TimestampColumn()
  spentOn: string;
}
