import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A sign-in that is under way at a provider: a directory, looked up by its state. */
@Entity('sso_flows')
export class SsoFlow {
  /** SHA-256 of the state. */
  @PrimaryColumn({ type: 'bytea' })
  stateHash: Buffer;

  /** SHA-256 of the cookie of the browser that began it. */
  @Column({ type: 'bytea' })
  browserHash: Buffer;

  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'text' })
  issuer: string;

  /** Who connects their account, and in which session; null for a sign-in. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'bytea', nullable: true })
  sessionHash: Buffer | null;

  /** Whether the caller's other sessions end once the account is connected. */
  @Column({ type: 'boolean', default: false })
  endOthers: boolean;

  @Index('sso_flows_expires_at')
  @TimestampColumn()
  expiresAt: string;
}
