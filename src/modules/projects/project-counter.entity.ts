import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What new and deleted tasks count. A row of its own, because every new task locks it. */
@Entity('project_counters')
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ProjectCounter {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  projectId: string;

  /** The number that the project's newest task got. */
  @Column({ type: 'integer' })
  lastTaskNumber: number;

  /** How many tasks the project has: a page of them need not count. */
  @Column({ type: 'integer', default: 0 })
  taskCount: number;
}
