import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The numbers and the count of a project's tasks. Every new task locks this row, so it is not the project's own. */
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

  /** How many tasks the project has, so that a page of them need not count. */
  @Column({ type: 'integer', default: 0 })
  taskCount: number;

  /**
   * The highest number that a task had in an earlier project of the same key and has left it with: no new task gets such a
   * number. 0 without one.
   */
  @Column({ type: 'integer', default: 0 })
  formerNumber: number;
}
