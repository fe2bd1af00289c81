import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { SessionMethod } from './session.js';

/** A directory of the sessions of the console: looked up by the cookie, before the company is known. */
@Entity('sessions')
@Index('sessions_user_id', ['companyId', 'userId'])
export class Session {
  /** SHA-256 of the cookie's value. */
  @PrimaryColumn({ type: 'bytea' })
  tokenHash: Buffer;

  /** What people end it by. */
  @Column({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  userId: string;

  /** That of the user when it began: a change of the password ends it. */
  @Column({ type: 'integer' })
  credentialVersion: number;

  @Column({ type: 'text' })
  method: SessionMethod;

  /** When its user signed in: a change of the password makes new sessions of the same sign-in. */
  @TimestampColumn()
  signedInAt: string;

  /** The address that it began at; null when it is not known. */
  @Column({ type: 'text', nullable: true })
  ip: string | null;

  @Column({ type: 'text', nullable: true })
  userAgent: string | null;

  @Index('sessions_created_at')
  @TimestampColumn()
  createdAt: string;

  /** Written when the minute changes. */
  @TimestampColumn()
  lastSeenAt: string;
}
