import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

export const WATCH_LEVELS = ['all', 'participating', 'none'] as const;

export type WatchLevel = (typeof WATCH_LEVELS)[number];

/** How much of a project a user wants to be told; those without a row `participating`. */
@Entity('project_watches')
@Index('project_watches_user', ['companyId', 'userId'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ProjectWatch {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  projectId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  level: WatchLevel;

  /** When the level was chosen; null for those of long ago. */
  @TimestampColumn({ nullable: true })
  since: string | null;
}
