import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** What one change of tasks added to a sprint, or took from it. It outlives the tasks, as the burndown does. */
@Entity('sprint_changes')
@Index('sprint_changes_sprint', ['companyId', 'sprintId', 'at'])
@ForeignKey('Sprint', ['companyId', 'sprintId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class SprintChange {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  sprintId: string;

  @TimestampColumn()
  at: string;

  @Column({ type: 'numeric' })
  remainingHours: number;

  @Column({ type: 'integer' })
  doneTasks: number;
}
