import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('task_labels')
@Index('task_labels_label', ['companyId', 'labelId', 'taskId'])
@Index('task_labels_open', ['companyId', 'labelId'], { where: 'is_open' })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Label', ['companyId', 'labelId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskLabel {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;

  @PrimaryColumn({ type: 'uuid' })
  labelId: string;

  /** Whether the task is open: `TaskChanges` sets it with the status. */
  @Column({ type: 'boolean', default: true })
  isOpen: boolean;
}
