import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The number that the project's newest task got. A row of its own, because every new task locks it. */
@Entity('project_counters')
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ProjectCounter {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  projectId: string;

  @Column({ type: 'integer' })
  lastTaskNumber: number;
}
