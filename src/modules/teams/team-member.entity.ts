import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('team_members')
@Index('team_members_user', ['companyId', 'userId'])
@ForeignKey('Team', ['companyId', 'teamId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class TeamMember {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  teamId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;
}
