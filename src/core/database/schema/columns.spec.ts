import { Column, Entity } from 'typeorm';
import { CompanyScopedEntity } from '../../company-scope/company-scoped.entity.js';
import { columnsOf, propertiesOf } from './columns.js';

@Entity('things')
class Thing extends CompanyScopedEntity {
  @Column({ type: 'text' })
  displayName: string;
}

it('names every column of an entity and of its parent class', () => {
  expect(propertiesOf(Thing)).toEqual(['companyId', 'id', 'createdAt', 'updatedAt', 'displayName']);
  expect(columnsOf(Thing, 't', { without: ['createdAt', 'updatedAt'] })).toBe(
    't.company_id AS "companyId", t.id AS "id", t.display_name AS "displayName"',
  );
});
