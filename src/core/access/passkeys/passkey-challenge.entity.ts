import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A challenge that an authenticator has to sign: a directory, good once and for one purpose. */
@Entity('passkey_challenges')
export class PasskeyChallenge {
  /** SHA-256 of the challenge. */
  @PrimaryColumn({ type: 'bytea' })
  challengeHash: Buffer;

  /** Who adds a passkey; null for a sign-in. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Index('passkey_challenges_expires_at')
  @TimestampColumn()
  expiresAt: string;
}
