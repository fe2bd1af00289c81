import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** What a POST with an Idempotency-Key was answered, or that it is under way over several transactions. */
@Entity('stored_responses')
@Index('stored_responses_age', ['createdAt'])
export class StoredResponse {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** The user whose JWT it was, or the API key. */
  @PrimaryColumn({ type: 'uuid' })
  ownerId: string;

  @PrimaryColumn({ type: 'text' })
  key: string;

  /** SHA-256 of the path and the body. */
  @Column({ type: 'bytea' })
  requestHash: Buffer;

  /** Null while the request is under way. */
  @Column({ type: 'smallint', nullable: true })
  status: number | null;

  /** JSON. Null when it is not kept. */
  @Column({ type: 'bytea', nullable: true })
  body: Buffer | null;

  @Column({ type: 'text', nullable: true })
  etag: string | null;

  /** What the request made, when its answer showed something that is shown once. */
  @Column({ type: 'uuid', nullable: true })
  shownOnce: string | null;

  /** Bytes that count for the company. */
  @Column({ type: 'integer' })
  size: number;

  /** Until when the request counts as under way, unless it says so again. */
  @TimestampColumn({ nullable: true })
  claimedUntil: string | null;

  @TimestampColumn()
  createdAt: string;
}
