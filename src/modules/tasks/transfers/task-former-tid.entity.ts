import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A tid that a task had in a project that it has left. It still finds the task, and no other task gets it. */
@Entity('task_former_tids')
@Index('task_former_tids_task', ['companyId', 'taskId'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskFormerTid {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'text' })
  tid: string;

  @Column({ type: 'uuid' })
  taskId: string;

  /** No foreign key: the tid outlives the project. Zeros, when an archive brought it from a project that is not here. */
  @Column({ type: 'uuid' })
  projectId: string;

  @TimestampColumn()
  leftAt: string;
}
