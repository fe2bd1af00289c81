import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** `blockerId` blocks `taskId` while it is open. */
@Entity('task_blockers')
@Index('task_blockers_blocker', ['companyId', 'blockerId'])
@Index('task_blockers_open', ['companyId', 'taskId'], { where: 'is_open' })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Task', ['companyId', 'blockerId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskBlocker {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;

  @PrimaryColumn({ type: 'uuid' })
  blockerId: string;

  /** Whether the blocker is open: `TaskChanges` sets it with the status. */
  @Column({ type: 'boolean', default: true })
  isOpen: boolean;
}
