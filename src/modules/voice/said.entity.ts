import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { HeldReason } from '#schema/voice.js';

/** Remembers what a colleague has said to whom about what, longer than its activity is kept. */
@Entity('virtual_colleague_said')
@Index('virtual_colleague_said_at', ['companyId', 'colleagueId', 'at'])
@Index('virtual_colleague_said_person', ['companyId', 'userId', 'at'], { where: 'held IS NULL' })
@Index('virtual_colleague_said_thing', ['companyId', 'subjectId', 'rule', 'at'])
@Index('virtual_colleague_said_told', ['companyId', 'rule', 'subjectId', 'userId', 'at'], { where: 'told' })
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class Said {
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

  /** The type of the action; of older rows of deleted rules unknown. */
  @Column({ type: 'text', nullable: true })
  type: string | null;

  /** The moment that its run looked at. */
  @TimestampColumn()
  at: string;

  /** Why it was not said after all; null: it was. */
  @Column({ type: 'text', nullable: true })
  held: HeldReason | null;

  /** Whether a channel took it; null while its run has not ended. */
  @Column({ type: 'boolean', nullable: true })
  told: boolean | null;

  /** Whether a mail to a list brought it to the person, whom it does not speak to. */
  @Column({ type: 'boolean', default: false })
  listed: boolean;

  /** What the rule counted when it was said. */
  @Column({ type: 'numeric', nullable: true })
  measure: string | null;

  /** Whether the thing has been out of the condition since. */
  @Column({ type: 'boolean', default: false })
  passed: boolean;
}
