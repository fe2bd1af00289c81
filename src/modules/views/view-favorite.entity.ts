import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A view that a user has among their favorites. */
@Entity('view_favorites')
@ForeignKey('View', ['companyId', 'viewId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ViewFavorite {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @PrimaryColumn({ type: 'uuid' })
  viewId: string;

  /** From 0, without gaps but for views that were deleted. */
  @Column({ type: 'integer' })
  position: number;
}
