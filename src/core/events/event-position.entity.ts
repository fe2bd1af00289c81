import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How far the events of a company have come. A row of its own, because every change locks it. */
@Entity('event_positions')
@Check('event_positions_generation', 'generation >= 3')
@ForeignKey('Company', ['companyId'], ['id'])
export class EventPosition {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** Of the newest event; the first one has 1. */
  @Column({ type: 'bigint' })
  position: number;

  /** The generation of the service that writes events. A version of before the write permit has a lower one, and cannot write. */
  @Column({ type: 'smallint' })
  generation: number;

  /** Bytes of the data of the events of that day. */
  @Column({ type: 'bigint', default: 0 })
  volume: number;

  /** In UTC. */
  @Column({ type: 'date', nullable: true })
  volumeDay: string | null;

  /** The highest position of an event that retention has dropped. */
  @Column({ type: 'bigint', default: 0 })
  dropped: number;
}
