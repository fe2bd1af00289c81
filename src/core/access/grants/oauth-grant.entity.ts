import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import type { GrantScope } from './grant.js';

/** What a person lets a program do, until they take it back. */
@Entity('oauth_grants')
@Index('oauth_grants_user', ['companyId', 'userId'])
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class OAuthGrant {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  /** That of the user at the consent: a change of the password ends the grant. */
  @Column({ type: 'integer' })
  credentialVersion: number;

  /** The agent that it acts as; null for the person. */
  @Column({ type: 'uuid', nullable: true })
  colleagueId: string | null;

  /** The id of a registered client, or the address of its metadata. */
  @Column({ type: 'text' })
  clientId: string;

  @Column({ type: 'text' })
  clientName: string;

  @Column({ type: 'text' })
  resource: string;

  @Column({ type: 'text' })
  scope: GrantScope;

  /** Null for all projects. */
  @Column({ type: 'uuid', array: true, nullable: true })
  projectIds: string[] | null;

  @TimestampColumn()
  createdAt: string;

  /** Written when the minute changes. */
  @TimestampColumn({ nullable: true })
  lastUsedAt: string | null;

  /** When the newest of its refresh tokens ends. */
  @Index('oauth_grants_expires_at')
  @TimestampColumn()
  expiresAt: string;
}
