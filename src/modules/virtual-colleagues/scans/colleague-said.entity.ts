import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { HeldReason } from '../runs/colleague-run.entity.js';

/** Remembers that a scan has said something about a thing, longer than its activity is kept. */
@Entity('virtual_colleague_said')
@Index('virtual_colleague_said_at', ['companyId', 'colleagueId', 'at'])
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueSaid {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  colleagueId: string;

  /** The name of the rule; of one's own its id. */
  @PrimaryColumn({ type: 'text' })
  rule: string;

  @PrimaryColumn({ type: 'uuid' })
  subjectId: string;

  /** Whom it spoke to; the nil id for nobody. */
  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @PrimaryColumn({ type: 'uuid' })
  runId: string;

  /** The moment that its run looked at. */
  @TimestampColumn()
  at: string;

  /** Why it was not said after all; null: it was. */
  @Column({ type: 'text', nullable: true })
  held: HeldReason | null;
}
