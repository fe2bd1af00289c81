import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { GrantScope } from '#core/access/grants/grant.js';

/** A directory of consents that a client may make a grant of, once, within a minute. */
@Entity('oauth_codes')
@Index('oauth_codes_user', ['companyId', 'userId'])
export class OAuthCode {
  /** SHA-256 of the code, which is stored nowhere. */
  @PrimaryColumn({ type: 'bytea' })
  codeHash: Buffer;

  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'integer' })
  credentialVersion: number;

  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  @Column({ type: 'text' })
  clientId: string;

  @Column({ type: 'text' })
  clientName: string;

  @Column({ type: 'text' })
  redirectUri: string;

  /** SHA-256 of the verifier, in base64url. */
  @Column({ type: 'text' })
  challenge: string;

  @Column({ type: 'text' })
  resource: string;

  @Column({ type: 'text' })
  scope: GrantScope;

  @Column({ type: 'uuid', array: true, nullable: true })
  projectIds: string[] | null;

  @Index('oauth_codes_expires_at')
  @TimestampColumn()
  expiresAt: string;

  /** A second use ends what the first one gave. */
  @TimestampColumn({ nullable: true })
  usedAt: string | null;

  /** That of the grant which is made of it. */
  @Column({ type: 'uuid' })
  grantId: string;
}
