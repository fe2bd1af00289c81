import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { CheckState } from '#schema/code.js';

/** What a check of a commit came to: it may come before the pull request is known. */
@Entity('code_checks')
@Index('code_checks_sha', ['companyId', 'sha'])
@Index('code_checks_at', ['at'])
@ForeignKey('CodeConnection', ['companyId', 'connectionId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CodeCheck {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  connectionId: string;

  @PrimaryColumn({ type: 'text' })
  sha: string;

  @PrimaryColumn({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  state: CheckState;

  @TimestampColumn()
  at: string;
}
