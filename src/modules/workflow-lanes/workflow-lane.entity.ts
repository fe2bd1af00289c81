import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/** A status that the company's board shows, in the order of `position`. Names are unique ignoring case. */
@Entity('workflow_lanes')
@Index('workflow_lanes_name', { synchronize: false })
@ForeignKey('Company', ['companyId'], ['id'])
export class WorkflowLane extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'integer' })
  position: number;

  /** Null for no limit. */
  @Column({ type: 'integer', nullable: true })
  taskLimit: number | null;
}
