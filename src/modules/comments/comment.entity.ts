import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';

@Entity('comments')
@Index('comments_task', ['companyId', 'taskId', 'createdAt', 'id'])
@ForeignKey('Task', ['companyId', 'taskId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'authorId'], ['companyId', 'id'])
export class Comment extends CompanyScopedEntity {
  @Column({ type: 'uuid' })
  taskId: string;

  /** Null: a virtual colleague wrote it by itself. */
  @Column({ type: 'uuid', nullable: true })
  authorId: string | null;

  /** The virtual colleague that wrote it, or whose key it was written with, as it was called then. */
  @Column({ type: 'json', nullable: true })
  authorColleague: NamedReference | null;

  @Column({ type: 'text' })
  body: string;

  /** Ids of the people and teams that it names; null for nobody. */
  @Column({ type: 'uuid', array: true, nullable: true })
  mentions: string[] | null;
}
