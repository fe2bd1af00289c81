import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A deleted task that may still come back. */
@Entity('trashed_tasks')
@Index('trashed_tasks_deleted_at', ['companyId', 'deletedAt', 'id'])
@Index('trashed_tasks_project', ['companyId', 'projectId', 'deletedAt', 'id'])
@Index('trashed_tasks_tid', ['companyId', 'tid'], { unique: true })
@Index('trashed_tasks_former', ['companyId'], { where: "former_tids <> '{}'" })
@Index('trashed_tasks_until', ['until'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'deletedById'], ['companyId', 'id'])
export class TrashedTask {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** That of the task. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  tid: string;

  /** Those of projects that it had left. */
  @Column({ type: 'text', array: true })
  formerTids: string[];

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'uuid' })
  projectId: string;

  @TimestampColumn()
  deletedAt: string;

  @Column({ type: 'uuid' })
  deletedById: string;

  /** When it goes for good. */
  @TimestampColumn()
  until: string;
}
