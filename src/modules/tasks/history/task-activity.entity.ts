import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { AutomationActor, ColleagueActor } from '#core/access/agent.js';
import type { Via } from '#core/access/grants/grant.js';
import type { Changes } from '#core/events/domain-event.js';

/** One change of a task, written in the same transaction. */
@Entity('task_activity')
@Index('task_activity_task', ['companyId', 'taskId', 'id'])
@Index('task_activity_due_dates', { synchronize: false })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'actorId'], ['companyId', 'id'])
export class TaskActivity {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'uuid' })
  actorId: string;

  /** The virtual colleague whose key it was, as it was called then, or the automation. */
  @Column({ type: 'json', nullable: true })
  actorColleague: (Pick<ColleagueActor, 'id' | 'name'> & Partial<ColleagueActor>) | AutomationActor | null;

  /** The program that it was done with, where the person has connected one. */
  @Column({ type: 'json', nullable: true })
  via: Via | null;

  @Column({ type: 'text' })
  event: string;

  @Column({ type: 'json' })
  changes: Changes;

  @TimestampColumn()
  at: string;
}
