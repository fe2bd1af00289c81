import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { CustomFieldType, FieldOption } from '#schema/fields.js';

/** A field that a company has made for its tasks. One that was deleted keeps its row, for its key and for stored filters. */
@Entity('fields')
@Unique('fields_key', ['companyId', 'key'])
@Index('fields_name', { synchronize: false })
@Index('fields_unpurged', ['companyId'], { where: 'deleted_at IS NOT NULL AND NOT is_purged' })
@ForeignKey('Company', ['companyId'], ['id'])
export class Field extends CompanyScopedEntity {
  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  type: CustomFieldType;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** In their order; empty of a field that has none. */
  @Column({ type: 'jsonb', default: [] })
  options: FieldOption[];

  /** Null: every project. */
  @Column({ type: 'uuid', array: true, nullable: true })
  projectIds: string[] | null;

  /** From 0, without gaps among those that are there. */
  @Column({ type: 'integer' })
  position: number;

  @Column({ type: 'boolean', default: false })
  archived: boolean;

  @TimestampColumn({ nullable: true })
  deletedAt: string | null;

  /** Of a deleted field: its values have been taken out. */
  @Column({ type: 'boolean', default: false })
  isPurged: boolean;

  /** Of a deleted field: up to this task they have. */
  @Column({ type: 'uuid', nullable: true })
  purgedUntil: string | null;
}
