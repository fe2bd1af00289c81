import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CompanyScopedEntity } from '../../core/company-scope/company-scoped.entity.js';

export const PROJECT_STATUSES = ['active', 'archived'] as const;

export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

@Entity('projects')
@Unique('projects_key', ['companyId', 'key'])
@ForeignKey('Company', ['companyId'], ['id'])
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
