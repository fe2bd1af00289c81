import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { StoredValues } from '#schema/fields.js';

/** The values that a task has of the company's own fields; a task that never had any has no row. */
@Entity('task_values')
@Index('task_values_custom', { synchronize: false })
@ForeignKey('Task', ['companyId', 'id'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskValueSet {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** The id of the task. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  /** By the id of the field. */
  @Column({ type: 'jsonb' })
  custom: StoredValues;
}
