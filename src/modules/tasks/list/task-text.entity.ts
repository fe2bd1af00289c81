import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What a search looks through. It is written when the tid, title or description of its task is (extensions 10.4). */
@Entity('task_texts')
@Index('task_texts_search', { synchronize: false })
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class TaskText {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  taskId: string;

  /** In lower case: a search need not change the case of each text. */
  @Column({ type: 'text' })
  text: string;
}
