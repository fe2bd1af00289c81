import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A task that was open when the sprint ended. */
@Entity('carried_tasks')
@Index('carried_tasks_task', ['companyId', 'taskId'])
@ForeignKey('Sprint', ['companyId', 'sprintId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CarriedTask {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  sprintId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;
}
