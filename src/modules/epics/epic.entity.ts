import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

@Entity('epics')
@Index('epics_project', ['companyId', 'projectId'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class Epic extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** `#RRGGBB`. */
  @Column({ type: 'text' })
  color: string;

  @TimestampColumn({ nullable: true })
  startDate: string | null;

  @TimestampColumn({ nullable: true })
  dueDate: string | null;
}
