import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { PromiseSource, PromiseState } from '#schema/promises.js';

/** A person's word about a task. It is open until it has an end. */
@Entity('promises')
@Index('promises_task', ['companyId', 'taskId', 'createdAt'])
@Index('promises_until', ['companyId', 'until', 'id'])
@Index('promises_person', ['companyId', 'personId'])
@Index('promises_open', ['companyId', 'taskId', 'personId'], { unique: true, where: 'ended_at IS NULL' })
@Index('promises_due', ['until', 'companyId'], { where: 'ended_at IS NULL' })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'personId'], ['companyId', 'id'])
export class TaskPromise {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'uuid' })
  personId: string;

  /** The last day, in the zone that the person has when it is over. */
  @Column({ type: 'date' })
  until: string;

  @Column({ type: 'text', nullable: true })
  words: string | null;

  @Column({ type: 'text' })
  source: PromiseSource;

  @Column({ type: 'text' })
  state: PromiseState;

  /** Whether the task was in review when it was made. */
  @Column({ type: 'boolean' })
  madeInReview: boolean;

  /** Whether the task has come to review since. */
  @Column({ type: 'boolean', default: false })
  cameToReview: boolean;

  /** When a colleague followed it up, as it was broken. */
  @TimestampColumn({ nullable: true })
  followedAt: string | null;

  @TimestampColumn()
  createdAt: string;

  @TimestampColumn({ nullable: true })
  endedAt: string | null;
}
