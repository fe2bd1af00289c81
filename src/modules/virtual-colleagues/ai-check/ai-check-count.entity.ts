import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How many AI checks a company has begun on its last day with any. */
@Entity('ai_check_counts')
@ForeignKey('Company', ['companyId'], ['id'])
export class AiCheckCount {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  /** In UTC. */
  @Column({ type: 'date' })
  day: string;

  @Column({ type: 'integer' })
  count: number;
}
