import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { StoreName } from '#config/configuration.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

export const EXPORT_STATES = ['running', 'ready', 'failed'] as const;

export type ExportState = (typeof EXPORT_STATES)[number];

/** An archive of a company or a project. One of a company is made at a time. */
@Entity('exports')
@Index('exports_expires', { synchronize: false })
@Index('exports_running', ['companyId'], { unique: true, where: `state = 'running'` })
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
export class Export extends CompanyScopedEntity {
  /** Null for all of the company. No foreign key: an archive outlives its project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  @Column({ type: 'boolean' })
  withFiles: boolean;

  @Column({ type: 'text' })
  state: ExportState;

  /** Where its bytes are, once they are there. */
  @Column({ type: 'text', nullable: true })
  store: StoreName | null;

  @Column({ type: 'bigint', nullable: true })
  bytes: number | null;

  @Column({ type: 'text', nullable: true })
  sha256: string | null;

  @Column({ type: 'integer' })
  done: number;

  @Column({ type: 'integer' })
  total: number;

  /** How often it was begun: a process that dies leaves it to another. */
  @Column({ type: 'integer' })
  attempts: number;

  @Column({ type: 'uuid' })
  createdById: string;

  @TimestampColumn({ nullable: true })
  expiresAt: string | null;

  /** The process that makes it, and until when it counts as alive. */
  @Column({ type: 'uuid', nullable: true })
  leaseId: string | null;

  @TimestampColumn({ nullable: true })
  leaseUntil: string | null;
}
