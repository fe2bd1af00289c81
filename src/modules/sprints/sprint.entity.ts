import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

export const SPRINT_STATUSES = ['planned', 'active', 'completed', 'cancelled'] as const;

export type SprintStatus = (typeof SPRINT_STATUSES)[number];

/** At most one of a project is active. */
@Entity('sprints')
@Index('sprints_project', ['companyId', 'projectId'])
@Index('sprints_active', { synchronize: false })
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class Sprint extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  goal: string | null;

  @Column({ type: 'text' })
  status: SprintStatus;

  @TimestampColumn({ nullable: true })
  startDate: string | null;

  @TimestampColumn({ nullable: true })
  endDate: string | null;

  @TimestampColumn({ nullable: true })
  startedAt: string | null;

  @TimestampColumn({ nullable: true })
  endedAt: string | null;
}
