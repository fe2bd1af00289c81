import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** When a user was mailed password resets: of the newest, as many as there may be in an hour. */
@Entity('reset_mails')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class ResetMails {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** Rising. */
  @Column({ type: 'timestamptz', array: true })
  mailedAt: Date[];
}
