import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** How many wrong codes a user has had lately, from wherever. */
@Entity('code_failures')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class CodeFailure {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'integer' })
  count: number;

  /** 15 minutes after the first of them. */
  @TimestampColumn()
  endsAt: string;
}
