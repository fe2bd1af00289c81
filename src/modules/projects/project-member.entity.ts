import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export const PROJECT_MEMBER_ROLES = ['lead', 'member'] as const;

export type ProjectMemberRole = (typeof PROJECT_MEMBER_ROLES)[number];

@Entity('project_members')
@Index('project_members_user', ['companyId', 'userId'])
@ForeignKey('Project', ['companyId', 'projectId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ProjectMember {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  projectId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  role: ProjectMemberRole;
}
