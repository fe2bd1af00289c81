import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

/** What tasks of any project can carry. Names are unique ignoring case. */
@Entity('labels')
@Index('labels_name', { synchronize: false })
@ForeignKey('Company', ['companyId'], ['id'])
export class Label extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  /** `#RRGGBB`. */
  @Column({ type: 'text' })
  color: string;
}
