import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** What is known of a task between its works. Without a row, nothing is. */
@Entity('task_works')
@Index('task_works_returned', ['companyId', 'taskId'], { where: 'is_returned' })
@Index('task_works_stuck', ['companyId', 'taskId'], { where: 'is_stuck' })
@Index('task_works_unready', ['companyId', 'taskId'], { where: 'is_stuck OR is_held' })
@Index('task_works_put_off', ['companyId', 'taskId'], { where: 'put_off_until IS NOT NULL' })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskWork {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;

  /** The number of its last lease. */
  @Column({ type: 'integer' })
  lastNumber: number;

  /** The number of the last lease before attempts were counted anew. */
  @Column({ type: 'integer' })
  baseNumber: number;

  /** How many works since then expired, failed or were stopped by limits. */
  @Column({ type: 'integer' })
  failures: number;

  @Column({ type: 'boolean' })
  isStuck: boolean;

  /** Its work was stopped by hand or by limits: it waits to be delegated anew. */
  @Column({ type: 'boolean' })
  isHeld: boolean;

  /** A person returned its last work: it comes first. */
  @Column({ type: 'boolean' })
  isReturned: boolean;

  /** Its last work was released: it comes last until then. */
  @TimestampColumn({ nullable: true })
  putOffUntil: string | null;

  /** Who delegated it, or the owner of the colleague that did. */
  @Column({ type: 'uuid', nullable: true })
  delegatedById: string | null;
}
