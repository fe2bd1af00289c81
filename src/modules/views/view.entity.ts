import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

export const LAYOUTS = ['list', 'board', 'calendar', 'timeline'] as const;
export const VISIBILITIES = ['private', 'company'] as const;

/** A way of looking at tasks that is kept. */
@Entity('views')
@Index('views_owner', ['companyId', 'ownerId'])
@Index('views_project', ['companyId', 'projectId'])
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'ownerId'], ['companyId', 'id'])
export class View extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** Canonical, with ids in place of names. */
  @Column({ type: 'text' })
  filter: string;

  /** Null: every project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  @Column({ type: 'text' })
  layout: (typeof LAYOUTS)[number];

  @Column({ type: 'text', nullable: true })
  groupBy: string | null;

  @Column({ type: 'text', nullable: true })
  subgroupBy: string | null;

  @Column({ type: 'text' })
  sortBy: string;

  @Column({ type: 'text' })
  sortOrder: 'asc' | 'desc';

  @Column({ type: 'text', array: true, nullable: true })
  columns: string[] | null;

  @Column({ type: 'text' })
  visibility: (typeof VISIBILITIES)[number];

  /** Null for those that a company has from its start, and when the owner has been erased. */
  @Column({ type: 'uuid', nullable: true })
  ownerId: string | null;
}
