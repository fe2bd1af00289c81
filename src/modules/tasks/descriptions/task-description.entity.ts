import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { ColleagueActor } from '#core/access/agent.js';
import type { Via } from '#core/access/grants/grant.js';

/** A text that a task has, or had, as its description. A task whose description never changed has none here. */
@Entity('task_descriptions')
@Index('task_descriptions_task', ['companyId', 'taskId', 'at', 'id'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskDescription {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** That of the task, for the text that it had before the first change. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  /** When the task got it. */
  @TimestampColumn()
  at: string;

  /** The first of the changes that this version stands for. */
  @TimestampColumn()
  begunAt: string;

  /** Null where nobody is known to have written it. */
  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  /** The virtual colleague whose key it was, as it was called then. */
  @Column({ type: 'json', nullable: true })
  actorColleague: ColleagueActor | null;

  /** The program that it was done with, where the person has connected one. */
  @Column({ type: 'json', nullable: true })
  via: Via | null;

  /** Whether later changes of the same person may be one version with it. */
  @Column({ type: 'boolean' })
  mayGrow: boolean;

  /** Null: the task had no description. */
  @Column({ type: 'text', nullable: true })
  text: string | null;
}
