import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { Schedule } from '#common/schedule/schedule.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { TaskContent } from '#modules/templates/task-content.dto.js';
import type { Mode } from './schedule.dto.js';

/** Tasks that come again. */
@Entity('recurrences')
@Index('recurrences_project', ['companyId', 'projectId'])
@Index('recurrences_template', ['companyId', 'templateId'], { where: 'template_id IS NOT NULL' })
@Index('recurrences_created_by', ['companyId', 'createdById'])
@Index('recurrences_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Template', ['companyId', 'templateId'], ['companyId', 'id'])
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
export class Recurrence extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'uuid' })
  projectId: string;

  /** What its tasks are made from, unless it has a task of its own. */
  @Column({ type: 'uuid', nullable: true })
  templateId: string | null;

  @Column({ type: 'jsonb', nullable: true })
  task: TaskContent | null;

  @Column({ type: 'jsonb', default: [] })
  subtasks: TaskContent[];

  @Column({ type: 'jsonb' })
  schedule: Schedule;

  @Column({ type: 'text' })
  mode: Mode;

  @Column({ type: 'boolean', default: false })
  onlyOneOpen: boolean;

  @Column({ type: 'boolean', default: true })
  active: boolean;

  /** The next moment; null while there is none, or nobody knows it yet. */
  @TimestampColumn({ nullable: true })
  nextAt: string | null;

  /** When the scheduler looks at it: at its next moment, later when that has failed. */
  @TimestampColumn({ nullable: true })
  dueAt: string | null;

  /** When its next moment failed first; null when it has not. */
  @TimestampColumn({ nullable: true })
  failingSince: string | null;

  /** No foreign key: the task may be deleted. */
  @Column({ type: 'uuid', nullable: true })
  lastTaskId: string | null;

  /** When the last task was done or deleted; null while it is open. */
  @TimestampColumn({ nullable: true })
  lastEndedAt: string | null;

  @Column({ type: 'integer', default: 0 })
  made: number;

  @Column({ type: 'integer', default: 0 })
  skipped: number;

  /** Whom it acts for; null once they are erased. */
  @Column({ type: 'uuid', nullable: true })
  createdById: string | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;

  /** Whether people have been told that the person it acts for is gone. */
  @Column({ type: 'boolean', default: false })
  isTold: boolean;
}
