import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { type HeldCounts, NOTHING_HELD } from '#schema/voice.js';

export const RUN_KINDS = ['scan', 'ai_check'] as const;

export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_TRIGGERS = ['manual', 'schedule'] as const;

export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_STATUSES = ['running', 'success', 'partial', 'failed'] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** A run of a colleague. While it is running it has the colleague's lease. Partitioned by `id`: nothing references it. */
@Entity('virtual_colleague_runs')
@Index('virtual_colleague_runs_colleague', ['companyId', 'colleagueId', 'startedAt', 'id'])
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueRun {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** The `scanId`, or the `checkId` of an AI check. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  colleagueId: string;

  @Column({ type: 'text' })
  kind: RunKind;

  @Column({ type: 'text' })
  trigger: RunTrigger;

  @Column({ type: 'text' })
  status: RunStatus;

  @Column({ type: 'integer' })
  tasksScanned: number;

  @Column({ type: 'integer' })
  actionsGenerated: number;

  @Column({ type: 'integer' })
  sent: number;

  @Column({ type: 'integer' })
  failed: number;

  /** How many actions of each rule were said. */
  @Column({ type: 'jsonb', default: {} })
  byRule: Record<string, number>;

  /** How many actions were not said, by reason. */
  @Column({ type: 'jsonb', default: NOTHING_HELD })
  held: HeldCounts;

  /** How many findings of an AI check were not believed. */
  @Column({ type: 'integer', default: 0 })
  dropped: number;

  /** What an AI check has answered; null of scans. */
  @Column({ type: 'jsonb', nullable: true })
  answer: object | null;

  @Column({ type: 'integer', nullable: true })
  durationMs: number | null;

  @TimestampColumn()
  startedAt: string;

  @TimestampColumn({ nullable: true })
  finishedAt: string | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;
}
