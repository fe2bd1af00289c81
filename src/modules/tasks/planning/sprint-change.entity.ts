import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../../common/database/timestamp.column.js';

/** By how much one change of tasks moved what a sprint has to do; outlives the tasks, as its burndown does. */
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

  @Column({ type: 'numeric', precision: 14, scale: 2 })
  remainingHours: number;

  @Column({ type: 'integer' })
  doneTasks: number;
}
