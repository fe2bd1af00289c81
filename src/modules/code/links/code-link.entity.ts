import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { CheckState, CodeKind, CodeState, ReviewState } from '#schema/code.js';
import type { Fact, Passage } from '../applying/passages.js';

/**
 * A branch, a commit or a pull request of a task. What several tasks have is known the same of all. It stays where it is while
 * its task is in the trash, and is kept up to date there.
 */
@Entity('code_links')
@Unique('code_links_thing', ['companyId', 'taskId', 'key'])
@Index('code_links_key', ['companyId', 'key'])
@Index('code_links_head', ['companyId', 'head'], { where: 'head IS NOT NULL' })
@Index('code_links_pull_requests', ['companyId', 'state', 'taskId'], {
  where: "kind = 'pull_request' AND NOT is_removed",
})
export class CodeLink {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  taskId: string;

  /** Null until an event tells of what was linked by hand, and when the connection is gone. */
  @Column({ type: 'uuid', nullable: true })
  connectionId: string | null;

  /** Names the thing, whichever connection tells of it. */
  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  kind: CodeKind;

  @Column({ type: 'text' })
  repository: string;

  /** Of a pull request. */
  @Column({ type: 'integer', nullable: true })
  number: number | null;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text', nullable: true })
  state: CodeState | null;

  @TimestampColumn({ nullable: true })
  stateAt: string | null;

  /** Of the newest event that said what it is called and what it closes. */
  @TimestampColumn({ nullable: true })
  textAt: string | null;

  @Column({ type: 'boolean' })
  closes: boolean;

  @Column({ type: 'text', nullable: true })
  branch: string | null;

  @Column({ type: 'text', nullable: true })
  targetBranch: string | null;

  @Column({ type: 'text', array: true })
  defaultBranches: string[];

  @Column({ type: 'boolean' })
  isFork: boolean;

  @Column({ type: 'text', nullable: true })
  checks: CheckState | null;

  /** The newest commit of a pull request. */
  @Column({ type: 'text', nullable: true })
  head: string | null;

  @TimestampColumn({ nullable: true })
  headAt: string | null;

  @Column({ type: 'text', nullable: true })
  review: ReviewState | null;

  @TimestampColumn({ nullable: true })
  reviewAt: string | null;

  @Column({ type: 'text', nullable: true })
  authorName: string | null;

  @Column({ type: 'uuid', nullable: true })
  authorUserId: string | null;

  /** Where it was at which moments. */
  @Column({ type: 'jsonb' })
  facts: readonly Fact[];

  /** The passage that last moved the task. */
  @Column({ type: 'jsonb', nullable: true })
  moved: Passage | null;

  /** The status that it last gave the task. */
  @Column({ type: 'text', nullable: true })
  given: string | null;

  /** Somebody has taken it away: it does not come back by itself. */
  @Column({ type: 'boolean', default: false })
  isRemoved: boolean;

  @TimestampColumn()
  at: string;
}
