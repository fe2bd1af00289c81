import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import { SecretColumn } from '#core/secrets/secret.column.js';
import type { ImportMapping, ImportOptions, NewProject } from './import-input.dto.js';
import type { ImportReport } from './import-report.js';
import type { ImportSource } from './import-sources.js';

export const IMPORT_STATES = [
  'waiting',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'stopping',
  'stopped',
  'undoing',
  'undone',
] as const;

export type ImportState = (typeof IMPORT_STATES)[number];

/** How far a run has come: what is committed is never done again. */
export interface ImportPosition {
  readonly phase: 'begin' | 'company' | 'things' | 'tasks' | 'links' | 'history' | 'files' | 'views' | 'end';
  /** Records of the phase that are done. */
  readonly done: number;
  /** Whether tasks keep the numbers that they had there. */
  readonly keepsNumbers: boolean;
  /** Which project of an archive it is at. */
  readonly share?: number;
  /** That project is archived here: what is of the company comes alone. */
  readonly isClosed?: boolean;
}

/** What comes in from another tracker, and how far it has come. */
@Entity('imports')
@Index('imports_at_work', { synchronize: false })
@Index('imports_state', ['companyId', 'state'])
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
export class Import extends CompanyScopedEntity {
  @Column({ type: 'text' })
  source: ImportSource;

  @Column({ type: 'text' })
  state: ImportState;

  @Column({ type: 'text' })
  name: string;

  /** No foreign key: an import outlives its project. Null until the start makes the project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** The project that the start makes. */
  @Column({ type: 'json', nullable: true })
  project: NewProject | null;

  @Column({ type: 'json', nullable: true })
  report: ImportReport | null;

  @Column({ type: 'json' })
  mapping: ImportMapping;

  /** Without the token. */
  @Column({ type: 'json' })
  options: ImportOptions;

  @SecretColumn({ nullable: true })
  token: string | null;

  @Column({ type: 'json', nullable: true })
  position: ImportPosition | null;

  @Column({ type: 'integer' })
  done: number;

  @Column({ type: 'integer' })
  total: number;

  /** Of the file; null while there is none. */
  @Column({ type: 'bigint', nullable: true })
  bytes: number | null;

  @Column({ type: 'uuid' })
  createdById: string;

  @TimestampColumn({ nullable: true })
  startedAt: string | null;

  @TimestampColumn({ nullable: true })
  finishedAt: string | null;

  @Column({ type: 'text', nullable: true })
  error: string | null;

  /** How often it was begun without getting further. */
  @Column({ type: 'integer', default: 0 })
  attempts: number;
}
