import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Until when the due moments of a company have been told. */
@Entity('due_positions')
@ForeignKey('Company', ['companyId'], ['id'])
export class DuePosition {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @TimestampColumn()
  toldUntil: string;
}
