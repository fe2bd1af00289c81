import { Column, Entity, ForeignKey } from 'typeorm';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

@Entity('teams')
@ForeignKey('Company', ['companyId'], ['id'])
export class Team extends CompanyScopedEntity {
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;
}
