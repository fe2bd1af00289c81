import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { NotificationChoices } from './notification-choices.js';

/** What a user has chosen otherwise than the defaults. */
@Entity('notification_settings')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class NotificationSettings {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @Column({ type: 'jsonb' })
  choices: Partial<NotificationChoices>;

  /** The last local day of which the digest was made. */
  @Column({ type: 'date', nullable: true })
  digestDay: string | null;

  /** The last time of a digest that had nothing to say. */
  @TimestampColumn({ nullable: true })
  digestSeenAt: string | null;

  /** When the time or the days of the digest last changed. */
  @TimestampColumn({ nullable: true })
  digestChangedAt: string | null;

  /** When mails that count to those of the hour were last made for the user. */
  @Column({ type: 'timestamptz', array: true, default: [] })
  mailedAt: Date[];
}
