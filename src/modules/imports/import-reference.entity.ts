import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

export const REFERENCE_KINDS = [
  'task',
  'comment',
  'time',
  'label',
  'epic',
  'sprint',
  'person',
  'file',
  'project',
  'team',
  'lane',
  'colleague',
  'view',
  'template',
  'recurrence',
  'field',
  'link',
] as const;

export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** Where a thing came from. */
@Entity('import_references')
@Unique('import_references_external', ['companyId', 'projectId', 'source', 'instance', 'kind', 'externalId'])
@Index('import_references_thing', ['companyId', 'thingId'])
@Index('import_references_task', ['companyId', 'taskId'])
@Index('import_references_import', ['companyId', 'importId', 'kind', 'id'])
@Index('import_references_id', ['companyId', 'source', 'externalId'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ImportReference {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'text' })
  source: string;

  /** Which of several trackers of that kind; empty for the only one. */
  @Column({ type: 'text' })
  instance: string;

  @Column({ type: 'text' })
  kind: ReferenceKind;

  @Column({ type: 'text' })
  externalId: string;

  /** No foreign key: things of many kinds. */
  @Column({ type: 'uuid' })
  thingId: string;

  /** Of a comment or hours: the task. */
  @Column({ type: 'uuid', nullable: true })
  taskId: string | null;

  @Column({ type: 'text', nullable: true })
  url: string | null;

  /** The import that wrote it first. */
  @Column({ type: 'uuid' })
  importId: string;

  /** False: the thing was here before. */
  @Column({ type: 'boolean' })
  isMade: boolean;

  /** A short hash of each field as an import last wrote it. */
  @Column({ type: 'json' })
  written: Record<string, string>;

  /** The `updatedAt` that an import last wrote: with another one, somebody has changed the thing since. */
  @TimestampColumn({ nullable: true })
  writtenAt: string | null;
}
