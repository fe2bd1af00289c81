import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A row of a task in the trash, or of what hangs on it, as it stood in its table. */
@Entity('trashed_rows')
@Index('trashed_rows_task', ['companyId', 'taskId'])
@Index('trashed_rows_source', ['companyId', 'source'])
@ForeignKey('TrashedTask', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TrashedRow {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'jsonb' })
  row: object;
}
