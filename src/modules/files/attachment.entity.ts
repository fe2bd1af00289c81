import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { Author } from '#core/access/agent.js';
import type { AttachmentState } from '#schema/files.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/**
 * A file of a task. No foreign key to the task: when that is deleted, the clean-up lets go of the bytes before the row goes.
 */
@Entity('attachments')
@Index('attachments_task', ['companyId', 'taskId', 'createdAt', 'id'])
@Index('attachments_author', ['companyId', 'authorId'])
@Index('attachments_sha256', ['companyId', 'sha256'])
@Index('attachments_ends_at', ['endsAt'], { where: 'ends_at IS NOT NULL' })
@Index('attachments_next_scan_at', ['nextScanAt'], { where: 'next_scan_at IS NOT NULL' })
@ForeignKey('User', ['companyId', 'authorId'], ['companyId', 'id'])
export class Attachment extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'uuid' })
  authorId: string;

  /** The virtual colleague whose key it was attached with. */
  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'bigint' })
  size: number;

  /** What the client said the bytes are, if that may count. */
  @Column({ type: 'text', nullable: true })
  claimedType: string | null;

  @Column({ type: 'text' })
  contentType: string;

  /** Of the bytes, in hexadecimal digits; null until they are there. */
  @Column({ type: 'text', nullable: true })
  sha256: string | null;

  @Column({ type: 'text' })
  state: AttachmentState;

  /** The upload or scan that is under way, of which there is one at a time. */
  @Column({ type: 'uuid', nullable: true })
  leaseId: string | null;

  /** By the clock of the database. Past it, the process of the upload or scan counts as dead. */
  @TimestampColumn({ nullable: true })
  leasedUntil: string | null;

  /** When it goes unless it is sent meanwhile, or as refused; when a scan is given up. */
  @TimestampColumn({ nullable: true })
  endsAt: string | null;

  @TimestampColumn({ nullable: true })
  nextScanAt: string | null;

  @Column({ type: 'integer' })
  failedScans: number;

  /** Scans since the last one that ended: their processes died. */
  @Column({ type: 'integer', default: 0 })
  begunScans: number;
}

export function authorOf({ authorId: userId, colleagueId }: Attachment): Author {
  return { userId, colleagueId };
}
