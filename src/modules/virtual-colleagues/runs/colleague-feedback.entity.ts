import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** What a person thinks of an action. It names rule and task itself: it may outlive the action. */
@Entity('virtual_colleague_feedback')
@Index('virtual_colleague_feedback_rule', ['companyId', 'colleagueId', 'rule', 'taskId'])
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueFeedback {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  activityId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'uuid' })
  colleagueId: string;

  @Column({ type: 'text' })
  rule: string;

  @Column({ type: 'uuid', nullable: true })
  taskId: string | null;

  @Column({ type: 'boolean' })
  useful: boolean;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @TimestampColumn()
  at: string;
}
