import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../common/database/timestamp.column.js';

/** An event of the outbox, committed with the change it tells of. */
@Entity('events')
@Index('events_age', ['occurredAt'])
export class OutboxEvent {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

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
}
