import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { ActionType } from '../settings/action-types.js';
import type { HeldReason } from '#schema/voice.js';

export const ACTION_STATUSES = ['sent', 'failed', 'logged', 'held'] as const;

export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** An action of a scan. It counts, and is shown, once its run has ended. */
@Entity('virtual_colleague_activity')
@Index('virtual_colleague_activity_run', ['companyId', 'runId', 'position'])
@Index('virtual_colleague_activity_newest', { synchronize: false })
@Index('virtual_colleague_activity_told', ['companyId', 'taskId', 'userId', 'createdAt'], { where: "status = 'sent'" })
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueActivity {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  colleagueId: string;

  @Column({ type: 'uuid' })
  runId: string;

  /** Its place among the actions of the run, the first to be sent. */
  @Column({ type: 'integer' })
  position: number;

  @Column({ type: 'text' })
  type: ActionType;

  @Column({ type: 'text' })
  rule: string;

  /** What the rule spoke of: the task, sprint, epic or user, or for a digest the colleague. */
  @Column({ type: 'uuid' })
  subjectId: string;

  /** No foreign key, like the user and the projects: the log outlives them. */
  @Column({ type: 'uuid', nullable: true })
  taskId: string | null;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  /** The projects that the message is about. Only users who reach all of them see it. */
  @Column({ type: 'uuid', array: true })
  projectIds: string[];

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'text' })
  status: ActionStatus;

  /** The facts that made the rule speak; null of what was said before there were any. */
  @Column({ type: 'jsonb', nullable: true })
  why: Record<string, unknown> | null;

  /** Why it was not said; null unless it was held. */
  @Column({ type: 'text', nullable: true })
  held: HeldReason | null;

  /** Of a finding of an AI check how bad it is, and what to do; null of everything else. */
  @Column({ type: 'text', nullable: true })
  severity: string | null;

  @Column({ type: 'text', nullable: true })
  suggestion: string | null;

  /** The moment that its run looked at. */
  @TimestampColumn()
  createdAt: string;
}
