import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

export const PROJECT_STATUSES = ['active', 'archived'] as const;

export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

@Entity('projects')
@Unique('projects_key', ['companyId', 'key'])
@Index('projects_team', ['companyId', 'teamId'])
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('Team', ['companyId', 'teamId'], ['companyId', 'id'])
export class Project extends CompanyScopedEntity {
  /** First part of the `tid` of its tasks; never changes. */
  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text' })
  status: ProjectStatus;

  @Column({ type: 'uuid', nullable: true })
  teamId: string | null;
}
