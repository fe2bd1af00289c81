import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** Something that an agent has said about its work. */
@Entity('work_activities')
@Index('work_activities_work', ['companyId', 'workId', 'id'])
@ForeignKey('Work', ['companyId', 'workId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class WorkActivity {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  workId: string;

  @TimestampColumn()
  at: string;

  @Column({ type: 'text' })
  type: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'jsonb', nullable: true })
  data: object | null;
}
