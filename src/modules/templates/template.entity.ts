import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { TaskContent } from './task-content.dto.js';

/** What tasks are made from. */
@Entity('templates')
@Index('templates_project', ['companyId', 'projectId'])
@Index('templates_created_by', ['companyId', 'createdById'])
@Index('templates_name', { synchronize: false })
@Index('templates_company_name', { synchronize: false })
@ForeignKey('Company', ['companyId'], ['id'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'createdById'], ['companyId', 'id'])
export class Template extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** Null: every project. */
  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  @Column({ type: 'jsonb' })
  task: TaskContent;

  @Column({ type: 'jsonb', default: [] })
  subtasks: TaskContent[];

  @Column({ type: 'uuid' })
  createdById: string;
}
