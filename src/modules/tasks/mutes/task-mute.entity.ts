import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Has colleagues say nothing of a task, or one of them nothing by a rule. */
@Entity('task_mutes')
@Index('task_mutes_one', { synchronize: false })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'byId'], ['companyId', 'id'])
export class TaskMute {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  /** Null: all of them. */
  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  /** What the one rule is remembered by; null: all of them. */
  @Column({ type: 'text', nullable: true })
  ruleKey: string | null;

  /** The name of that rule. */
  @Column({ type: 'text', nullable: true })
  rule: string | null;

  /** Null: until the task has another status, which deletes the row. */
  @TimestampColumn({ nullable: true })
  until: string | null;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  /** Null: several people found it not useful. */
  @Column({ type: 'uuid', nullable: true })
  byId: string | null;

  @TimestampColumn()
  createdAt: string;
}
