import { Column, Entity, PrimaryColumn, Index } from 'typeorm';
import type { OAuthSetting } from '#core/access/grants/grant.js';
import { TimestampColumn } from '#common/database/timestamp.column.js';

@Entity('companies')
@Index('companies_deleted', { synchronize: false })
export class Company {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  /** False while an operator has deactivated it: nobody gets in. */
  @Column({ type: 'boolean', default: true })
  active: boolean;

  /** When its deletion was asked for; it is not active then. Null for all others. */
  @TimestampColumn({ nullable: true })
  deletedAt: string | null;

  /** Whether everyone needs a second factor. */
  @Column({ type: 'boolean', default: false })
  requireSecondFactor: boolean;

  /** Who may connect programs. */
  @Column({ type: 'text', default: 'everyone' })
  oauth: OAuthSetting;

  @TimestampColumn()
  createdAt: string;

  @TimestampColumn()
  updatedAt: string;
}
