import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/**
 * What a search looks through. It is written when the tid, title or description of its task is. The other
 * columns are those of the task that never change: with them a search needs no look at the tasks that match.
 */
@Entity('task_texts')
@Index('task_texts_search', { synchronize: false })
@Index('task_texts_title', { synchronize: false })
@ForeignKey('Task', ['companyId', 'id'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskText {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** The id of the task. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  projectId: string;

  @TimestampColumn()
  createdAt: string;

  /** As it is compared, without accents: a search need not change each text. */
  @Column({ type: 'text' })
  text: string;

  /** The same with accents, of a text that has them. */
  @Column({ type: 'text', nullable: true })
  accented: string | null;
}
