import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What the directory of the company says of a team, besides what everyone sees. */
@Entity('scim_groups')
@Index('scim_groups_external_id', ['companyId', 'externalId'])
@ForeignKey('Team', ['companyId', 'teamId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class ScimGroup {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  teamId: string;

  /** The directory's own id. */
  @Column({ type: 'text', nullable: true })
  externalId: string | null;
}
