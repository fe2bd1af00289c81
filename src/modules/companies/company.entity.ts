import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../common/database/timestamp.column.js';

@Entity('companies')
export class Company {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @TimestampColumn()
  createdAt: string;

  @TimestampColumn()
  updatedAt: string;
}
