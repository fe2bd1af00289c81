import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';

/** A directory of the tokens of grants: looked up before the company is known. */
@Entity('oauth_tokens')
@Index('oauth_tokens_grant', ['companyId', 'grantId'])
export class OAuthToken {
  /** SHA-256 of the token, which is stored nowhere. */
  @PrimaryColumn({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  grantId: string;

  @Column({ type: 'text' })
  kind: 'access' | 'refresh';

  @Index('oauth_tokens_expires_at')
  @TimestampColumn()
  expiresAt: string;

  /** Of a refresh token: when it was first used. */
  @TimestampColumn({ nullable: true })
  usedAt: string | null;
}
