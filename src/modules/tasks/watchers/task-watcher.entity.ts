import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Why a user watches a task, besides being its creator or assignee; or that they want nothing of it. */
@Entity('task_watchers')
@Index('task_watchers_user', ['companyId', 'userId'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class TaskWatcher {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'boolean', default: false })
  commented: boolean;

  @Column({ type: 'boolean', default: false })
  mentioned: boolean;

  @Column({ type: 'boolean', default: false })
  chosen: boolean;

  /** By choice: nothing but a choice makes the user watch again. */
  @Column({ type: 'boolean', default: false })
  unwatched: boolean;

  /** When the user began to watch; null for those of long ago. */
  @TimestampColumn({ nullable: true })
  since: string | null;
}
