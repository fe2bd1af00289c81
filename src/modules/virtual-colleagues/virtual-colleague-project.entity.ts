import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A project that a colleague was given to watch. */
@Entity('virtual_colleague_projects')
@Index('virtual_colleague_projects_project', ['companyId', 'projectId'])
@ForeignKey('VirtualColleague', ['companyId', 'colleagueId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class VirtualColleagueProject {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  colleagueId: string;

  @PrimaryColumn({ type: 'uuid' })
  projectId: string;

  /** Its place among the projects that the client gave. */
  @Column({ type: 'integer' })
  position: number;
}
