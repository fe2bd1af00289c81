import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { Answered, Link, Question, Review, StopCause, Step, Usage } from './work-parts.js';
import type { WorkState } from './work-states.js';

/** One attempt at one task by one agent. It begins when it is made. */
@Entity('works')
@Index('works_live', ['companyId', 'taskId'], { unique: true, where: 'ended_at IS NULL' })
@Index('works_live_of_agent', ['companyId', 'colleagueId'], { where: 'ended_at IS NULL' })
@Index('works_task', ['companyId', 'taskId', 'leaseNumber'])
@Index('works_colleague', ['companyId', 'colleagueId', 'createdAt'])
@Index('works_created_at', ['companyId', 'createdAt', 'id'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class Work extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'uuid' })
  colleagueId: string;

  /** The key that holds it, or the grant of a program. No foreign key: they outlive nothing that refers to them. */
  @Column({ type: 'uuid' })
  apiKeyId: string;

  /** The user of the key. */
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  state: WorkState;

  @Column({ type: 'integer' })
  attempt: number;

  /** Rises by one with each work of the task, for ever. */
  @Column({ type: 'integer' })
  leaseNumber: number;

  /** The length asked for last. */
  @Column({ type: 'integer' })
  leaseSeconds: number;

  /** Null while it waits for a person, and when it has ended. */
  @TimestampColumn({ nullable: true })
  leaseUntil: string | null;

  /** When it ends unless something happens before: the end of its lease, of its stop or of its question. */
  @TimestampColumn({ nullable: true })
  endsAt: string | null;

  /** When it has worked for as long as its agent may. Null while it does not work. */
  @TimestampColumn({ nullable: true })
  limitAt: string | null;

  /** Since when it works without a break. Null while it does not work. */
  @TimestampColumn({ nullable: true })
  workingSince: string | null;

  /** Milliseconds that it worked before. */
  @Column({ type: 'bigint' })
  workedMs: number;

  @TimestampColumn()
  lastSeenAt: string;

  @TimestampColumn({ nullable: true })
  endedAt: string | null;

  @Column({ type: 'text', nullable: true })
  endedReason: string | null;

  @Column({ type: 'integer' })
  progress: number;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ type: 'jsonb' })
  plan: readonly Step[];

  @Column({ type: 'jsonb' })
  links: readonly Link[];

  @Column({ type: 'text', nullable: true })
  summary: string | null;

  /** The status that the task was handed in to. */
  @Column({ type: 'text', nullable: true })
  submittedTo: string | null;

  @Column({ type: 'jsonb', nullable: true })
  question: Question | null;

  /** How many questions it has asked. */
  @Column({ type: 'integer' })
  asked: number;

  /** The answers that no heartbeat has named as seen. */
  @Column({ type: 'jsonb' })
  answers: readonly Answered[];

  /** Why it is to stop; null while nothing asks for it. */
  @Column({ type: 'text', nullable: true })
  stopCause: StopCause | null;

  @Column({ type: 'text', nullable: true })
  stopReason: string | null;

  @TimestampColumn({ nullable: true })
  stopAt: string | null;

  @Column({ type: 'jsonb' })
  usage: Usage;

  @Column({ type: 'jsonb', nullable: true })
  review: Review | null;

  @Column({ type: 'integer' })
  activityCount: number;

  /** The status that the task had when it was taken. */
  @Column({ type: 'text' })
  statusBefore: string;

  /** Whether a person has changed the status of the task since. */
  @Column({ type: 'boolean' })
  statusByPerson: boolean;
}
