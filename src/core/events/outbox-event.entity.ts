import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AutomationActor, ColleagueActor } from '../access/agent.js';
import type { Via } from '../access/grants/grant.js';
import type { InboxFacts } from './domain-event.js';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** An event of the outbox, committed with the change it tells of. */
@Entity('events')
@Index('events_position', ['companyId', 'position'])
export class OutboxEvent {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** Among the events of the company: 0 until its transaction ends, -1 for pings of older versions. */
  @Column({ type: 'bigint' })
  position: number;

  @Column({ type: 'text' })
  name: string;

  /** No foreign key: events outlive their project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** `json` keeps the text as it was written. */
  @Column({ type: 'json' })
  data: unknown;

  @TimestampColumn()
  occurredAt: string;

  /** Who made the change; null for the service itself. */
  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  /** The virtual colleague whose key it was, as it was called then, or the automation. */
  @Column({ type: 'json', nullable: true })
  actorColleague: ColleagueActor | AutomationActor | null;

  /** The program that it was made with, where the person has connected one. */
  @Column({ type: 'json', nullable: true })
  via: Via | null;

  /** Of the key that it was made with. */
  @Column({ type: 'uuid', nullable: true })
  apiKeyId: string | null;

  /** Of `project.deleted`: the users who reached the project. Null when that is not known. */
  @Column({ type: 'uuid', array: true, nullable: true })
  audience: string[] | null;

  /** The project of each task of another project in `data`; null when that is not known. */
  @Column({ type: 'json', nullable: true })
  taskProjects: Record<string, string | null> | null;

  /** What the inbox needs to know besides; null for nothing. */
  @Column({ type: 'json', nullable: true })
  inbox: InboxFacts | null;

  /** Of a task that has gone to another project: who reaches that one does not see the event. Null of all others. */
  @Column({ type: 'uuid', nullable: true })
  movedTo: string | null;
}
