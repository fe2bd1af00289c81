import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A mailed token that lets a user set a password once; only its SHA-256 is stored. */
@Entity('mail_tokens')
export class MailToken {
  @PrimaryColumn({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'uuid' })
  companyId: string;

  @Index('mail_tokens_user_id')
  @Column({ type: 'uuid' })
  userId: string;

  /** Invitations stay good when a reset is mailed; an earlier reset does not. */
  @Column({ type: 'text' })
  kind: 'invitation' | 'reset';

  @TimestampColumn()
  expiresAt: string;
}
