import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { type Priority } from '#schema/tasks.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

@Entity('tasks')
@Index('tasks_due_moment', { synchronize: false })
@Unique('tasks_tid', ['companyId', 'tid'])
@Unique('tasks_rank', ['companyId', 'projectId', 'rank'])
@Index('tasks_project_created_at', ['companyId', 'projectId', 'createdAt', 'id'])
@Index('tasks_updated_at', ['companyId', 'updatedAt'])
@Index('tasks_due_date', ['companyId', 'dueDate'])
@Index('tasks_start_date', ['companyId', 'startDate'])
@Index('tasks_status', ['companyId', 'status', 'id'])
@Index('tasks_priority', ['companyId', 'priority', 'id'])
@Index('tasks_assignee', ['companyId', 'assigneeId'])
@Index('tasks_delegate', ['companyId', 'delegateId'], { where: 'delegate_id IS NOT NULL' })
@Index('tasks_sprint', ['companyId', 'sprintId'])
@Index('tasks_epic', ['companyId', 'epicId'])
@Index('tasks_parent', ['companyId', 'parentId'])
@Index('tasks_recurrence', ['companyId', 'recurrenceId'], { where: 'recurrence_id IS NOT NULL' })
@Index('tasks_created_at', { synchronize: false })
@Index('tasks_ready', { synchronize: false })
@Index('tasks_title', { synchronize: false })
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'assigneeId'], ['companyId', 'id'])
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
@ForeignKey('VirtualColleague', ['companyId', 'delegateId'], ['companyId', 'id'])
@ForeignKey('Sprint', ['companyId', 'sprintId'], ['companyId', 'id'])
@ForeignKey('Epic', ['companyId', 'epicId'], ['companyId', 'id'])
@ForeignKey('Task', ['companyId', 'parentId'], ['companyId', 'id'])
@ForeignKey('Recurrence', ['companyId', 'recurrenceId'], ['companyId', 'id'])
export class Task extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'text' })
  tid: string;

  /** Fractional index; sorts bytewise. */
  @Column({ type: 'text', collation: 'C' })
  rank: string;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** Ids of the people and teams that the description names; null for nobody. */
  @Column({ type: 'uuid', array: true, nullable: true })
  mentions: string[] | null;

  /** How often it has changed. */
  @Column({ type: 'integer', default: 0 })
  changeCount: number;

  /** Whether it has, or had, files or a place that it was imported from: only then are they looked for. */
  @Column({ type: 'boolean', default: false })
  hasExtras: boolean;

  @Column({ type: 'text' })
  status: string;

  @Column({ type: 'text' })
  priority: Priority;

  @Column({ type: 'numeric', nullable: true })
  estimatedHours: number | null;

  @Column({ type: 'numeric', nullable: true })
  loggedHours: number | null;

  @Column({ type: 'uuid', nullable: true })
  assigneeId: string | null;

  @Column({ type: 'uuid', nullable: true })
  delegateId: string | null;

  @Column({ type: 'uuid', nullable: true })
  sprintId: string | null;

  @Column({ type: 'uuid', nullable: true })
  epicId: string | null;

  @Column({ type: 'uuid', nullable: true })
  parentId: string | null;

  @TimestampColumn({ nullable: true })
  dueDate: string | null;

  @TimestampColumn({ nullable: true })
  startDate: string | null;

  /** Null when none has made it, or that is deleted. */
  @Column({ type: 'uuid', nullable: true })
  recurrenceId: string | null;

  /** Null when no person created it here: a colleague did, or an import. */
  @Column({ type: 'uuid', nullable: true })
  createdById: string | null;

  /** When the status last became Done; null while it is another one. */
  @TimestampColumn({ nullable: true })
  completedAt: string | null;
}
