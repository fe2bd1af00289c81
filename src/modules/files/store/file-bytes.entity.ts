import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { StoreName } from '#config/configuration.js';

/** Bytes that a company keeps once, however many attachments have them. */
@Entity('file_bytes')
@Index('file_bytes_free', ['heldUntil'], { where: 'reference_count = 0' })
@Index('file_bytes_moved_at', ['movedAt'], { where: 'moved_at IS NOT NULL' })
export class FileBytes {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'text' })
  sha256: string;

  @Column({ type: 'bigint' })
  size: number;

  /** Of the previews that were made of them. */
  @Column({ type: 'bigint', default: 0 })
  previewBytes: number;

  @Column({ type: 'text' })
  store: StoreName;

  /** Attachments that have these bytes. */
  @Column({ type: 'integer' })
  referenceCount: number;

  /** Uploads that are storing these bytes. */
  @Column({ type: 'integer' })
  holdCount: number;

  /** Past it, the processes of these uploads count as dead. */
  @TimestampColumn()
  heldUntil: string;

  /** The store that still has a copy after a move. */
  @Column({ type: 'text', nullable: true })
  movedFrom: StoreName | null;

  @TimestampColumn({ nullable: true })
  movedAt: string | null;

  /** A picture of which no preview can be made. */
  @Column({ type: 'boolean', default: false })
  hasNoPreview: boolean;
}
