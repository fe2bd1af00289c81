import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A mail to a user that has not been sent. It is deleted once the mail server has taken it. */
@Entity('mails')
@Index('mails_due', ['nextAttemptAt'])
@Index('mails_user', ['companyId', 'userId'])
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class QueuedMail {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  subject: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'text' })
  html: string;

  /** What mailers put together; null for nothing. */
  @Column({ type: 'text', nullable: true })
  thread: string | null;

  /** What unsubscribes from mails like it. */
  @Column({ type: 'text' })
  token: string;

  @Column({ type: 'integer' })
  attempts: number;

  /** Attempts since the last one that ended: their processes died. */
  @Column({ type: 'integer', default: 0 })
  begun: number;

  /** Of the last attempt: who has another id may record nothing. */
  @Column({ type: 'uuid', nullable: true })
  attemptId: string | null;

  @TimestampColumn()
  nextAttemptAt: string;

  @TimestampColumn()
  giveUpAt: string;
}
