import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../../../common/database/timestamp.column.js';

/** Remembers that a scan has said something about a thing, longer than its activity is kept (extensions 9.3). */
@Entity('virtual_colleague_said')
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ColleagueSaid {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  colleagueId: string;

  @PrimaryColumn({ type: 'text' })
  rule: string;

  @PrimaryColumn({ type: 'uuid' })
  subjectId: string;

  @PrimaryColumn({ type: 'uuid' })
  runId: string;

  /** The moment that its run looked at. */
  @TimestampColumn()
  at: string;
}
